import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { tidyEmail } from '#contracts/email.ts';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { checkEmail } from '#shared/form/emailCheck.ts';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { MailHelp } from '#shared/form/MailHelp.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { postReset } from '../api.ts';
import { texts } from '../texts.ts';

/** Requests the mail with the link; the next screen looks the same for every address (product.md 2.2.C). */
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
      // If the browser sends the form without the script, none of its fields must end up in the address.
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

/** The result takes the focus, because the form it answers is gone. */
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
