import { PasswordField } from '#shared/form/PasswordField.tsx';
import { PasswordRules } from '#shared/form/PasswordRules.tsx';
import type { BoundField } from '#shared/form/useForm.ts';
import type { NewPassword } from '../model.ts';
import { texts } from '../texts.ts';

/** The new password twice, with what it must have. */
export function NewPasswordFields({
  bind,
  password,
}: {
  bind: (name: keyof NewPassword) => BoundField;
  password: string;
}) {
  return (
    <>
      <PasswordField {...bind('new_password')} label={texts.newPassword} autoComplete="new-password" />
      <PasswordRules password={password} />
      <PasswordField {...bind('new_password_confirm')} label={texts.confirm} autoComplete="new-password" />
    </>
  );
}
