import { paths } from '#shared/lib/paths.ts';
import { useSession } from '#shared/lib/session/useSession.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { startLink } from '../../shell/publicLinks.ts';
import { texts } from '../../shell/texts.ts';

/** The way on from a landing page: guests begin, members go to their studies. `look`: as of any action. */
export function StartLink({ look = 'primary' }: { look?: 'primary' | 'plain' }) {
  const { state } = useSession();
  const { to, label } = state === 'in' ? { to: paths.mypage(), label: texts.mypage } : startLink;
  return (
    <ActionLink to={to} look={look}>
      {label}
    </ActionLink>
  );
}
