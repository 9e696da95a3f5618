import { useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { enterBySignup } from '../enterBySignup.ts';
import { type LinkStep, type SignupLink, stepAfter } from '../linkStep.ts';
import { pendingSignup } from '../pending.ts';
import { texts } from '../texts.ts';
import { ChoosePassword } from './ChoosePassword.tsx';

/**
 * The button of the mail. In the browser that began the sign-up, it completes it automatically. In another browser the
 * owner of the address first chooses a password, because somebody else may have typed the earlier one.
 */
export function VerifyLink({ link, onDone }: { link: SignupLink; onDone: () => void }) {
  const [step, setStep] = useState<LinkStep>({ kind: 'checking' });
  const { uid, token } = link;
  const check = useCallback(async () => {
    setStep({ kind: 'checking' });
    const signup_id = pendingSignup.read()?.signup_id;
    try {
      await enterBySignup({ uid, token, ...(signup_id ? { signup_id } : {}) });
    } catch (error) {
      setStep(stepAfter(error));
      return;
    }
    onDone();
  }, [uid, token, onDone]);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void check();
  }, [check]);

  if (step.kind === 'checking') return <p role="status">{texts.linkChecking}</p>;
  if (step.kind === 'password') {
    return <ChoosePassword link={link} email={step.email} onDone={onDone} onRefused={setStep} />;
  }
  if (step.kind === 'failed') {
    return (
      <StateCard
        isFlat={true}
        picture="trouble"
        title={texts.linkFailed}
        role="alert"
        actions={
          <ActionButton look="primary" onClick={() => void check()}>
            {texts.retry}
          </ActionButton>
        }
      >
        {step.text}
      </StateCard>
    );
  }
  if (step.kind === 'taken') {
    return (
      <StateCard
        isFlat={true}
        picture="books"
        title={texts.taken}
        actions={
          <ActionLink to={paths.login()} look="primary">
            {texts.toLogin}
          </ActionLink>
        }
      >
        {texts.takenBody}
      </StateCard>
    );
  }
  return (
    <StateCard
      isFlat={true}
      picture="clock"
      title={texts.linkOver}
      actions={
        <>
          <ActionLink to={paths.signup()} look="primary">
            {texts.linkAgain}
          </ActionLink>
          <ActionLink to={paths.login()}>{texts.toLogin}</ActionLink>
        </>
      }
    >
      {texts.linkOverBody}
    </StateCard>
  );
}
