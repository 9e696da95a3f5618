import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AlreadyIn, NoPending } from '#features/auth/signup/components/VerifyCards.tsx';
import { VerifyCode } from '#features/auth/signup/components/VerifyCode.tsx';
import { VerifyLink } from '#features/auth/signup/components/VerifyLink.tsx';
import { pendingSignup } from '#features/auth/signup/pending.ts';
import { texts } from '#features/auth/signup/texts.ts';
import { FormPage } from '#shared/form/FormPage.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';

/** Who was logged in when the page opened, once that is known: a login on this page must not change what it shows. */
function useFormerUser(): { isKnown: boolean; email: string | null } {
  const { state, user } = useSession();
  const isHere = useIsHere();
  const [former, setFormer] = useState<{ email: string | null } | null>(null);
  // In the prerendered page everybody is a guest.
  if (isHere && former === null && state !== 'pending') setFormer({ email: user?.email ?? null });
  return { isKnown: former !== null, email: former?.email ?? null };
}

/** `/signup/verify` (product.md 2.2.C): the code of the mail or, with `uid` and `token`, its button. */
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
      <FormPage title={texts.verifyTitle}>
        <p role="status">{formTexts.checkingSession}</p>
      </FormPage>
    );
  }

  const content = () => {
    if (former.email !== null && !mayReplace) {
      return <AlreadyIn email={former.email} onGoOn={link ? () => setMayReplace(true) : undefined} />;
    }
    if (link) return <VerifyLink link={link} onDone={goOn} />;
    return pending ? <VerifyCode pending={pending} onDone={goOn} /> : <NoPending />;
  };
  return <FormPage title={texts.verifyTitle}>{content()}</FormPage>;
}
