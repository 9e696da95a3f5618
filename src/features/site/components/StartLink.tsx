import { useSession } from '#shared/lib/account/useSession.ts';
import { mypageLink, startLink } from '#shared/lib/pages/publicLinks.ts';
import { ActionLink } from '#shared/ui/Action.tsx';

/** The main link of a landing page: guests sign up, members go to their studies. `look`: as for any action. */
export function StartLink({ look = 'primary' }: { look?: 'primary' | 'plain' }) {
  const { state } = useSession();
  const { to, label } = state === 'in' ? mypageLink : startLink;
  return (
    <ActionLink to={to} look={look}>
      {label}
    </ActionLink>
  );
}

/** The links of a first view whose main action is on the same page: this action, and the start link beside it. */
export function LookFirst({ hash, label }: { hash: string; label: string }) {
  return (
    <>
      <ActionLink to={{ hash }} look="primary">
        {label}
      </ActionLink>
      <StartLink look="plain" />
    </>
  );
}
