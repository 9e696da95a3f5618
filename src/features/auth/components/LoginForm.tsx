import { useId } from 'react';
import { controlTexts } from '#shared/form/controlTexts.ts';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { PasswordField } from '#shared/form/PasswordField.tsx';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { useLoginForm } from '../useLoginForm.ts';

/** E-mail, password and the box that keeps the session (product.md 2.2.C `/login`; session.md 5). */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const form = useLoginForm(onDone);
  const hint = useId();
  return (
    <form
      className={styles.form}
      // If the browser sends the form without the script, the password must not end up in the address.
      method="post"
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.summary} testId="login-error" />
      <Field
        {...form.bind('email')}
        label={controlTexts.email}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-testid="login-id"
      />
      <PasswordField {...form.bind('password')} data-testid="login-password" />
      <label className={styles.keep}>
        <input
          type="checkbox"
          name="keep"
          checked={form.values.isLasting}
          onChange={(event) => form.set('isLasting', event.currentTarget.checked)}
          aria-describedby={hint}
        />
        <span>{texts.keep}</span>
      </label>
      <p className={styles.hint} id={hint}>
        {texts.keepHint}
      </p>
      <ActionButton type="submit" look="primary" disabled={form.isBusy} data-testid="login-submit">
        {form.isBusy ? texts.busy : texts.submit}
      </ActionButton>
    </form>
  );
}
