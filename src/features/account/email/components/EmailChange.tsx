import { useEffect, useRef, useState } from 'react';
import type { User } from '#contracts/accounts.ts';
import { tidyEmail } from '#contracts/email.ts';
import { CodeStep } from '#shared/form/CodeStep.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { PasswordField } from '#shared/form/PasswordField.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { session } from '#shared/lib/account/session.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { postChange, postConfirm } from '../api.ts';
import { checkChange, type EmailValues } from '../model.ts';
import { emailDraft } from '../pending.ts';
import { texts } from '../texts.ts';

/**
 * New address and password, then the code of the mail, then done (product.md 2.3.J). `user`: as it was when the page
 * opened.
 */
export function EmailChange({ user }: { user: User }) {
  const [draft] = useState(() => emailDraft(user.id));
  const [pending, setPending] = useState(draft.pending);
  const [moved, setMoved] = useState<string | null>(null);
  const [isAgain, setAgain] = useState(false);
  /**
   * The values with which the last mail was requested. After a reload they are gone, and the password is asked for
   * again.
   */
  const asked = useRef<EmailValues | null>(null);
  const keys = useRef(createSubmissionKey());

  const ask = async (values: EmailValues) => {
    const body = { ...values, new_email: tidyEmail(values.new_email) };
    await postChange(body, keys.current.keyFor(body));
    keys.current.arrived();
    asked.current = body;
    setPending(draft.sent(body.new_email));
  };
  const confirm = async (code: string) => {
    const { email } = await postConfirm({ code }, keys.current.keyFor({ code }));
    draft.forget();
    asked.current = null;
    setMoved(email);
    const { user: present } = session.getSnapshot();
    if (present) session.updateUser({ ...present, email });
  };
  const startAnew = (again: boolean) => {
    draft.type(pending?.email ?? '');
    setAgain(again);
    setPending(null);
  };

  if (moved !== null) return <Done email={moved} />;
  if (pending) {
    return (
      <>
        <CodeStep
          lead={texts.sentTo(pending.email)}
          resendAt={pending.resendAt}
          hasFocus={asked.current !== null}
          onCode={confirm}
          onResend={async () => (asked.current ? await ask(asked.current) : startAnew(true))}
        />
        <ActionButton look="quiet" onClick={() => startAnew(false)}>
          {texts.other}
        </ActionButton>
      </>
    );
  }
  return (
    <AskForm
      email={user.email}
      typed={draft.typed()}
      hint={isAgain ? texts.again : null}
      onType={draft.type}
      onSend={ask}
    />
  );
}

function AskForm({
  email,
  typed,
  hint,
  onType,
  onSend,
}: {
  email: string;
  typed: string;
  hint: string | null;
  onType: (newEmail: string) => void;
  onSend: (values: EmailValues) => Promise<void>;
}) {
  const form = useForm<EmailValues>({
    initial: { new_email: typed, password: '' },
    order: ['new_email', 'password'],
    check: (values) => checkChange(values, email),
    tidy: { new_email: tidyEmail },
    describe: describeFailure,
    send: onSend,
  });
  const { new_email, password } = form.values;
  useBusy(new_email !== '' || password !== '', 'form');
  const field = form.bind('new_email');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <p>{texts.lead(email)}</p>
      {hint && (
        <p className={styles.notice} role="status">
          {hint}
        </p>
      )}
      <ErrorSummary {...form.summary} title={texts.failed} />
      <Field
        {...field}
        onChange={(event) => {
          field.onChange(event);
          onType(event.currentTarget.value);
        }}
        label={texts.newEmail}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField {...form.bind('password')} label={texts.password} />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.sending : texts.send}
      </ActionButton>
    </form>
  );
}

/** The result takes the focus, because the form it answers is gone. */
function Done({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.doneTitle}
      </h2>
      <p>{texts.done(email)}</p>
      <p>{texts.doneNotice}</p>
      <ActionLink to={paths.settings()} look="primary">
        {texts.toSettings}
      </ActionLink>
    </div>
  );
}
