import { type ReactNode, useEffect, useState } from 'react';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { CodeField } from './CodeField.tsx';
import { tidyCode, wasLastTry } from './code.ts';
import { codeTexts as texts } from './codeTexts.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import styles from './Form.module.css';
import { describeFailure } from './failure.ts';
import { MailHelp } from './MailHelp.tsx';
import { useCountdown } from './useCountdown.ts';
import { useForm } from './useForm.ts';

/** Asks for the code from a mail, and offers another mail after a minute (product.md 2.2.C, 2.3.J). */
export function CodeStep({
  lead,
  hint,
  resendAt,
  hasFocus = false,
  onCode,
  onResend,
}: {
  /** Says where the mail went. */
  lead: string;
  hint?: ReactNode;
  /** The earliest moment for another mail, epoch ms. */
  resendAt: number;
  /** Takes the focus, because the previous form has disappeared from the same page. */
  hasFocus?: boolean;
  /** Sends the code and continues from there. Errors it throws are shown. */
  onCode: (code: string) => Promise<void>;
  /** Requests another mail. Errors it throws are shown. */
  onResend: () => Promise<void>;
}) {
  const [isUsedUp, setUsedUp] = useState(false);
  const form = useForm<{ code: string }>({
    initial: { code: '' },
    order: ['code'],
    check: ({ code }) => ({ code: code.length === 6 ? undefined : texts.codeForm }),
    describe: describeFailure,
    send: async ({ code }) => {
      try {
        await onCode(code);
      } catch (error) {
        setUsedUp(wasLastTry(error));
        throw error;
      }
    },
  });
  useBusy(true, 'form');
  const id = form.idOf('code');
  useEffect(() => {
    if (hasFocus) document.getElementById(id)?.focus();
  }, [hasFocus, id]);
  const resend = async () => {
    await onResend();
    setUsedUp(false);
    form.choose('code', '');
  };
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => void form.submit(event)}
        noValidate
        aria-busy={form.isBusy}
      >
        <p>{lead}</p>
        <ErrorSummary {...form.summary} title={texts.verifyFailed} />
        <CodeField
          id={id}
          name="code"
          label={texts.code}
          hint={texts.validity}
          value={form.values.code}
          error={form.errors.code}
          onChange={(typed) => form.type('code', tidyCode(typed))}
        />
        {isUsedUp && <p className={styles.notice}>{texts.noTriesLeft}</p>}
        <ActionButton type="submit" look="primary" disabled={form.isBusy || isUsedUp}>
          {form.isBusy ? texts.verifying : texts.verify}
        </ActionButton>
        {hint && <p className={styles.hint}>{hint}</p>}
      </form>
      <Resend resendAt={resendAt} onResend={resend} />
      <MailHelp />
    </>
  );
}

function Resend({ resendAt, onResend }: { resendAt: number; onResend: () => Promise<void> }) {
  const left = useCountdown(resendAt);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<{ isSent: boolean; text: string } | null>(null);
  const resend = async () => {
    setBusy(true);
    setResult(null);
    try {
      await onResend();
      setResult({ isSent: true, text: texts.resent });
    } catch (error) {
      setResult({ isSent: false, text: `${texts.resendFailed}${describeFailure(error)}` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.actions}>
      <ActionButton disabled={left > 0 || isBusy} onClick={() => void resend()}>
        {left > 0 ? texts.resendIn(left) : texts.resend}
      </ActionButton>
      <p role="status" className={result?.isSent === false ? styles.error : styles.hint}>
        {result?.text}
      </p>
    </div>
  );
}
