import type { NewPassword } from './newPassword.ts';
import { PasswordField } from './PasswordField.tsx';
import { PasswordRules } from './PasswordRules.tsx';
import { formTexts } from './texts.ts';
import type { BoundField } from './useForm.ts';

/** The new password twice, with its rules. */
export function NewPasswordFields({
  bind,
  password,
}: {
  bind: (name: keyof NewPassword) => BoundField;
  password: string;
}) {
  return (
    <>
      <PasswordField {...bind('new_password')} label={formTexts.newPassword} autoComplete="new-password" />
      <PasswordRules password={password} />
      <PasswordField
        {...bind('new_password_confirm')}
        label={formTexts.newPasswordAgain}
        autoComplete="new-password"
      />
    </>
  );
}
