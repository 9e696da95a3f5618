import { useLocation, useMatches, useSearchParams } from 'react-router-dom';
import { LegalScreen } from '#features/legal/components/LegalScreen.tsx';
import { legalSlugs } from '#features/legal/model.ts';
import { mergeMeta } from '../../routeMeta.ts';

/** `/eula`, `/privacy`, `/commerce` and `/konoshiki-eula`; `?version=` shows another version than the one in force. */
export function Component() {
  const slug = useLocation().pathname.replaceAll('/', '');
  const { title = '' } = mergeMeta(useMatches().map(({ handle }) => handle));
  const [query] = useSearchParams();
  const version = query.get('version');
  const known = legalSlugs.find((one) => one === slug) ?? legalSlugs[0];
  return <LegalScreen slug={known} version={version} title={title} />;
}
