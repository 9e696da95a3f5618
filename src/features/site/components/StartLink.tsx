import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '#shared/ui/texts.ts';

const start = '無料で会員登録';

/** The way on from a landing page: guests begin, members go to their studies. `look`: as of any action. */
export function StartLink({ look = 'primary' }: { look?: 'primary' | 'plain' }) {
  const { state } = useSession();
  const isIn = state === 'in';
  return (
    <ActionLink to={isIn ? paths.mypage() : paths.signup()} look={look}>
      {isIn ? texts.mypage : start}
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
