import { useSession } from '#shared/lib/account/useSession.ts';
import { mypageLink, startLink } from '#shared/lib/pages/publicLinks.ts';
import { ActionLink } from '#shared/ui/Action.tsx';

/** The way on from a landing page: guests begin, members go to their studies. `look`: as of any action. */
export function StartLink({ look = 'primary' }: { look?: 'primary' | 'plain' }) {
  const { state } = useSession();
  const { to, label } = state === 'in' ? mypageLink : startLink;
  return (
    <ActionLink to={to} look={look}>
      {label}
    </ActionLink>
  );
}

/** What a first view offers when the thing to do next stands on the same page, and the way on beside it. */
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
