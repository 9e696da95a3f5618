import { useEffect, useRef, useState } from 'react';
import { tidyEmail } from '#contracts/email.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { askForLink } from '../api.ts';
import { describeContactFailure, isLookup, normalizeNumber } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './LinkRequest.module.css';

const words = texts.inquiry;

/** Number and address cannot belong together; the message does not tell which of them is wrong. */
class LookupError extends Error {}

/**
 * How a guest gets to their inquiry: number and address, then a link by mail. The answer does not depend on whether
 * such an inquiry exists; only values with an invalid format are refused here (product.md 2.2.B `/inquiry`).
 */
export function LinkRequest() {
  const [sent, setSent] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sent) told.current?.focus();
  }, [sent]);
  const form = useForm<{ number: string; email: string }>({
    initial: { number: '', email: '' },
    // No single field is marked as wrong.
    order: [],
    check: () => ({}),
    tidy: { number: normalizeNumber, email: tidyEmail },
    describe: (error) => (error instanceof LookupError ? texts.errors.lookup : describeContactFailure(error)),
    send: async (values) => {
      setSent(null);
      if (!isLookup(values.number, values.email)) throw new LookupError();
      const [number, email] = [normalizeNumber(values.number), tidyEmail(values.email)];
      // The key stays: for the same request the server gives the same answer and sends no other mail.
      setSent(await askForLink(number, email, keys.current.keyFor({ number, email })));
    },
  });
  return (
    <form
      className={styles.form}
      method="post"
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <SummaryBox title={texts.errors.failed} failure={form.summary.failure} />
      {sent && (
        <p className={styles.sent} ref={told} tabIndex={-1} role="status">
          {sent}
        </p>
      )}
      <Field
        {...form.bind('number')}
        label={<MarkedLabel isRequired={true}>{words.number}</MarkedLabel>}
        hint={words.numberHint}
        isSteady={true}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        {...form.bind('email')}
        label={<MarkedLabel isRequired={true}>{texts.contact.email}</MarkedLabel>}
        required
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <ActionButton type="submit" look="primary" disabled={form.isBusy}>
          {form.isBusy ? words.sending : words.send}
        </ActionButton>
      </div>
    </form>
  );
}
