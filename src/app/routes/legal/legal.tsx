import { useLocation, useSearchParams } from 'react-router-dom';
import { LegalScreen } from '#features/legal/components/LegalScreen.tsx';
import { legalSlugs } from '#features/legal/model.ts';
import { pageTitles } from '../../pageTitles.ts';

const titles = {
  eula: pageTitles.eula,
  privacy: pageTitles.privacy,
  commerce: pageTitles.commerce,
  'konoshiki-eula': pageTitles.konoshikiEula,
} as const;

/** `/eula`, `/privacy`, `/commerce` and `/konoshiki-eula`; `?version=` shows another version than the one in force. */
export function Component() {
  const slug = useLocation().pathname.replaceAll('/', '');
  const [query] = useSearchParams();
  const version = query.get('version');
  const known = legalSlugs.find((one) => one === slug) ?? legalSlugs[0];
  return <LegalScreen slug={known} version={version} title={titles[known]} />;
}
