import { useRef } from 'react';
import { tidyEmail } from '#contracts/email.ts';
import { AgreeBox } from '#shared/form/AgreeBox.tsx';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { PasswordField } from '#shared/form/PasswordField.tsx';
import { PasswordRules } from '#shared/form/PasswordRules.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { postSignup } from '../api.ts';
import { signupDraft } from '../draft.ts';
import { checkSignup, originOf, type Registrant, type SignupValues } from '../model.ts';
import { pendingSignup } from '../pending.ts';
import { texts } from '../texts.ts';

const registrants = (['self', 'guardian'] as const).map((value) => ({ value, ...texts.registrants[value] }));

const emptySignup: SignupValues = { email: '', password: '', registrant: '', agree_terms: false };

/** E-mail, password, who registers, the terms (product.md 2.2.C `/signup`). */
export function SignupForm({ campaign, onDone }: { campaign: string | null; onDone: () => void }) {
  const keys = useRef(createSubmissionKey());
  const form = useForm<SignupValues>({
    initial: emptySignup,
    draft: { read: () => ({ ...emptySignup, ...signupDraft.read() }), write: signupDraft.write },
    order: ['email', 'password', 'registrant', 'agree_terms'],
    check: checkSignup,
    tidy: { email: tidyEmail },
    describe: describeFailure,
    send: async ({ email, password, registrant }) => {
      const body = {
        email: tidyEmail(email),
        password,
        registrant: registrant as Registrant,
        agree_terms: true as const,
        ...originOf(redirectTarget.peek(), campaign),
      };
      const started = await postSignup(body, keys.current.keyFor(body));
      keys.current.arrived();
      pendingSignup.write(body.email, started);
      onDone();
    },
  });
  const { email, registrant, password, agree_terms } = form.values;
  useBusy(email !== '' || password !== '', 'form');
  return (
    <form
      className={styles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.failed} />
      <Field
        {...form.bind('email')}
        label={formTexts.email}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField {...form.bind('password')} autoComplete="new-password" />
      <PasswordRules password={password} />
      <ChoiceField
        id={form.idOf('registrant')}
        name="registrant"
        label={texts.registrant}
        value={registrant}
        error={form.errors.registrant}
        options={registrants}
        onChange={(value) => form.choose('registrant', value)}
      />
      <AgreeBox
        id={form.idOf('agree_terms')}
        isChecked={agree_terms}
        error={form.errors.agree_terms}
        onChange={(isChecked) => form.choose('agree_terms', isChecked)}
      />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.busy : texts.submit}
      </ActionButton>
    </form>
  );
}
