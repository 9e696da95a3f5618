import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { tidyEmail } from '#contracts/email.ts';
import { paths } from '#shared/lib/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ErrorSummary } from '../../components/ErrorSummary.tsx';
import { Field } from '../../components/Field.tsx';
import styles from '../../components/Form.module.css';
import { MailHelp } from '../../components/MailHelp.tsx';
import { checkEmail } from '../../emailCheck.ts';
import { describeFailure } from '../../failure.ts';
import { formTexts } from '../../formTexts.ts';
import { createSubmissionKey } from '../../submissionKey.ts';
import { useForm } from '../../useForm.ts';
import { postReset } from '../api.ts';
import { texts } from '../texts.ts';

/** Asks for the mail with the link; what follows looks the same for every address (product.md 2.2.C). */
export function ResetRequest() {
  const keys = useRef(createSubmissionKey());
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm<{ email: string }>({
    initial: { email: '' },
    order: ['email'],
    check: ({ email }) => ({ email: checkEmail(email) }),
    tidy: { email: tidyEmail },
    describe: describeFailure,
    send: async ({ email }) => {
      const address = tidyEmail(email);
      setSent(await postReset(address, keys.current.keyFor(address)));
      keys.current.arrived();
    },
  });
  if (sent !== null) return <Sent detail={sent} onAgain={() => setSent(null)} />;
  return (
    <form
      className={styles.form}
      // Sent by no script, nothing of it must stand in an address.
      method="post"
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <p>{texts.resetLead}</p>
      <ErrorSummary {...form.summary} title={texts.sendFailed} />
      <Field
        {...form.bind('email')}
        label={formTexts.email}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.sending : texts.send}
      </ActionButton>
      <p className={styles.links}>
        <Link to={paths.login()}>{texts.backToLogin}</Link>
      </p>
    </form>
  );
}

/** The result takes the focus: the form it answers is gone. */
function Sent({ detail, onAgain }: { detail: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.sentTitle}
      </h2>
      <p>{detail}</p>
      <p>{texts.sentNext}</p>
      <MailHelp />
      <ActionButton onClick={onAgain}>{texts.sendAgain}</ActionButton>
    </div>
  );
}
