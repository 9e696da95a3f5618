import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { CodeStep } from '#shared/form/CodeStep.tsx';
import styles from '#shared/form/Form.module.css';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { postResend } from '../api.ts';
import { enterBySignup } from '../enterBySignup.ts';
import { type PendingSignup, pendingSignup } from '../pending.ts';
import { texts } from '../texts.ts';

/**
 * The code of the mail, a button for another mail after a minute, and the way back to the address (product.md 2.2.C).
 */
export function VerifyCode({ pending: first, onDone }: { pending: PendingSignup; onDone: () => void }) {
  const [pending, setPending] = useState(first);
  const keys = useRef(createSubmissionKey());
  const { signup_id, email, resendAt } = pending;
  const enter = async (code: string) => {
    await enterBySignup({ signup_id, code });
    onDone();
  };
  const resend = async () => {
    const started = await postResend(signup_id, keys.current.keyFor(signup_id));
    keys.current.arrived();
    setPending(pendingSignup.write(email, started));
  };
  return (
    <>
      <CodeStep
        lead={texts.sentTo(email)}
        hint={texts.linkHint}
        resendAt={resendAt}
        onCode={enter}
        onResend={resend}
      />
      <p className={styles.links}>
        <Link to={paths.signup()}>{texts.changeAddress}</Link>
      </p>
    </>
  );
}
