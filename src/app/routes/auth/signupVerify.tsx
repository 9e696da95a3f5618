import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { VerifyCode } from '#features/auth/signup/components/VerifyCode.tsx';
import { VerifyLink } from '#features/auth/signup/components/VerifyLink.tsx';
import { pendingSignup } from '#features/auth/signup/pending.ts';
import { texts } from '#features/auth/signup/texts.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { AuthPage } from './AuthPage.tsx';

/** Who was logged in when the page opened, once that is known: entering here must not change what is on screen. */
function useFormerUser(): { isKnown: boolean; email: string | null } {
  const { state, user } = useSession();
  const isHere = useIsHere();
  const [former, setFormer] = useState<{ email: string | null } | null>(null);
  // In the framed page everybody is a guest.
  if (isHere && former === null && state !== 'pending') setFormer({ email: user?.email ?? null });
  return { isKnown: former !== null, email: former?.email ?? null };
}

/** `/signup/verify` (product.md 2.2.C): the code of the mail, or with `uid` and `token` its button. */
export function Component() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const former = useFormerUser();
  const [mayReplace, setMayReplace] = useState(false);
  const [pending] = useState(pendingSignup.read);
  const [uid, token] = [query.get('uid'), query.get('token')];
  const link = uid && token ? { uid, token } : null;
  const goOn = useCallback(() => {
    blueAlert.show(texts.done);
    void navigate(paths.signupComplete(), { replace: true });
  }, [navigate]);
  if (!former.isKnown) {
    return (
      <AuthPage title={texts.verifyTitle}>
        <p role="status">{formTexts.checkingSession}</p>
      </AuthPage>
    );
  }

  const content = () => {
    if (former.email !== null && !mayReplace) {
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
              {link && <ActionButton onClick={() => setMayReplace(true)}>{texts.goOn}</ActionButton>}
            </>
          }
        >
          {link ? texts.alreadyInBody(former.email) : texts.alreadyInPlain}
        </StateCard>
      );
    }
    if (link) return <VerifyLink link={link} onDone={goOn} />;
    if (pending) return <VerifyCode pending={pending} onDone={goOn} />;
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
  };
  return <AuthPage title={texts.verifyTitle}>{content()}</AuthPage>;
}
