import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { NewPasswordFields } from '#shared/form/NewPasswordFields.tsx';
import { PasswordField } from '#shared/form/PasswordField.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { session } from '#shared/lib/account/session.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { postChange } from '../api.ts';
import { checkChange, type PasswordChange } from '../model.ts';
import { texts } from '../texts.ts';

/** Changes the password, which needs the current one; this device stays logged in (product.md 2.2.C). */
export function ChangeForm({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  const keys = useRef(createSubmissionKey());
  const form = useForm<PasswordChange>({
    initial: { current_password: '', new_password: '', new_password_confirm: '' },
    order: ['current_password', 'new_password', 'new_password_confirm'],
    check: checkChange,
    describe: describeFailure,
    send: async (values) => {
      session.renew(await postChange(values, keys.current.keyFor(values)));
      const { user } = session.getSnapshot();
      if (user) session.updateUser({ ...user, must_change_password: false });
      onDone();
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.failed} />
      {/* Password managers store the new password under this name. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={user?.email ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField {...form.bind('current_password')} label={texts.current} />
      <NewPasswordFields bind={form.bind} password={form.values.new_password} />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.changing : texts.change}
      </ActionButton>
      <p className={styles.links}>
        <Link to={paths.password()}>{texts.forgot}</Link>
      </p>
    </form>
  );
}
