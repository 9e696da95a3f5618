import { useId } from 'react';
import { AgreeBox } from '#shared/form/AgreeBox.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { checkNewPassword } from '#shared/form/newPassword.ts';
import { PasswordField } from '#shared/form/PasswordField.tsx';
import { PasswordRules } from '#shared/form/PasswordRules.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { enterBySignup } from '../enterBySignup.ts';
import { type LinkStep, type SignupLink, stepAfter } from '../linkStep.ts';
import { texts } from '../texts.ts';

/** The owner of the address takes over the sign-up with their own password and agreement. */
export function ChoosePassword({
  link,
  email,
  onDone,
  onRefused,
}: {
  link: SignupLink;
  email: string;
  onDone: () => void;
  /** In the meantime the link was used or has expired. */
  onRefused: (step: LinkStep) => void;
}) {
  const id = useId();
  const form = useForm<{ password: string; agree_terms: boolean }>({
    initial: { password: '', agree_terms: false },
    order: ['password', 'agree_terms'],
    check: ({ password, agree_terms }) => ({
      password: checkNewPassword(password, formTexts.password),
      agree_terms: agree_terms ? undefined : formTexts.agree(formTexts.terms),
    }),
    describe: describeFailure,
    send: async ({ password }) => {
      try {
        await enterBySignup({ ...link, password, agree_terms: true });
      } catch (error) {
        const step = stepAfter(error);
        if (step.kind === 'over' || step.kind === 'taken') onRefused(step);
        throw error;
      }
      onDone();
    },
  });
  useBusy(form.values.password !== '', 'form');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <h2 className={styles.heading}>{texts.choose}</h2>
      <p>{texts.chooseBody(email)}</p>
      <ErrorSummary {...form.summary} title={texts.finishFailed} />
      <Field id={id} label={formTexts.email} autoComplete="username" value={email} readOnly />
      <PasswordField {...form.bind('password')} autoComplete="new-password" />
      <PasswordRules password={form.values.password} />
      <AgreeBox
        id={form.idOf('agree_terms')}
        isChecked={form.values.agree_terms}
        error={form.errors.agree_terms}
        onChange={(isChecked) => form.choose('agree_terms', isChecked)}
      />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.finishing : texts.finish}
      </ActionButton>
    </form>
  );
}
