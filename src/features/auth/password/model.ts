import { checkNewPassword } from '#shared/form/newPassword.ts';
import { formTexts } from '#shared/form/texts.ts';
import { texts } from './texts.ts';

/** A new password, twice. */
export type NewPassword = { new_password: string; new_password_confirm: string };

/** What is wrong with a new password (product.md V1, V3, V4). */
export function checkNewTwice({ new_password, new_password_confirm }: NewPassword): Partial<NewPassword> {
  const differs = new_password === new_password_confirm ? undefined : formTexts.differs(formTexts.password);
  return {
    new_password: checkNewPassword(new_password, texts.newPassword),
    new_password_confirm: new_password_confirm === '' ? formTexts.missing(texts.confirm) : differs,
  };
}

/** The same for a change, which needs the present password too. */
export type PasswordChange = NewPassword & { current_password: string };

/** What is wrong with a change. */
export function checkChange(values: PasswordChange): Partial<PasswordChange> {
  const current = values.current_password === '' ? formTexts.missing(texts.current) : undefined;
  return { current_password: current, ...checkNewTwice(values) };
}
