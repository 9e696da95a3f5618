import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from '../texts.ts';

/**
 * Somebody is logged in already. `onGoOn`: continues with the link of a mail, as another account; without a link there
 * is nothing to do.
 */
export function AlreadyIn({ email, onGoOn }: { email: string; onGoOn?: (() => void) | undefined }) {
  return (
    <StateCard
      isFlat={true}
      picture="books"
      title={texts.alreadyIn}
      actions={
        <>
          <ActionLink to={paths.mypage()} look="primary">
            {texts.toMypage}
          </ActionLink>
          {onGoOn && <ActionButton onClick={onGoOn}>{texts.goOn}</ActionButton>}
        </>
      }
    >
      {onGoOn ? texts.alreadyInBody(email) : texts.alreadyInPlain}
    </StateCard>
  );
}

/** This browser has not begun a sign-up, or began it too long ago. */
export function NoPending() {
  return (
    <StateCard
      isFlat={true}
      picture="clock"
      title={texts.noPending}
      actions={
        <ActionLink to={paths.signup()} look="primary">
          {texts.restart}
        </ActionLink>
      }
    >
      {texts.noPendingBody}
    </StateCard>
  );
}
