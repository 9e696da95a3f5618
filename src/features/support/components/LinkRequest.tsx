import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { FormErrors, FormField } from '#shared/ui/FormField.tsx';
import { askForLink } from '../api.ts';
import { describeFailure, isLookup, normalizeEmail, normalizeNumber } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './LinkRequest.module.css';

const words = texts.inquiry;

/**
 * The way of a guest to their inquiry: number and address, then a link by mail. What is told does not depend on whether
 * there is such an inquiry; only what can belong to none is refused here (product.md 2.2.B `/inquiry`).
 */
export function LinkRequest() {
  const [number, setNumber] = useState('');
  const [email, setEmail] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const told = useRef<HTMLParagraphElement>(null);
  const id = useId();
  useEffect(() => {
    if (sent) told.current?.focus();
  }, [sent]);

  /** Other words are another question. */
  const change = (set: (value: string) => void, value: string) => {
    set(value);
    key.current = crypto.randomUUID();
  };
  const tidy = () => {
    setNumber(normalizeNumber(number));
    setEmail(normalizeEmail(email));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    tidy();
    setSent(null);
    setFailure(null);
    if (!isLookup(number, email)) {
      setFailure(texts.errors.lookup);
      return;
    }
    setBusy(true);
    try {
      setSent(await askForLink(normalizeNumber(number), normalizeEmail(email), key.current));
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className={styles.form}
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-busy={isBusy}
    >
      <FormErrors title={texts.errors.failed} failure={failure} fields={[]} />
      {sent && (
        <p className={styles.sent} ref={told} tabIndex={-1} role="status">
          {sent}
        </p>
      )}
      <FormField id={`${id}number`} label={words.number} isRequired hint={words.numberHint}>
        {(control) => (
          <input
            {...control}
            name="number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={number}
            onChange={(event) => change(setNumber, event.currentTarget.value)}
            onBlur={tidy}
          />
        )}
      </FormField>
      <FormField id={`${id}email`} label={texts.contact.email} isRequired>
        {(control) => (
          <input
            {...control}
            name="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => change(setEmail, event.currentTarget.value)}
            onBlur={tidy}
          />
        )}
      </FormField>
      <div>
        <ActionButton type="submit" look="primary" disabled={isBusy}>
          {isBusy ? words.sending : words.send}
        </ActionButton>
      </div>
    </form>
  );
}
