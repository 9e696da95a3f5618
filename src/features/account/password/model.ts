import { checkNewTwice, type NewPassword } from '#shared/form/newPassword.ts';
import { formTexts } from '#shared/form/texts.ts';
import { texts } from './texts.ts';

/** A change of the password, which also needs the current one. */
export type PasswordChange = NewPassword & { current_password: string };

/** The mistakes in a change. */
export function checkChange(values: PasswordChange): Partial<PasswordChange> {
  const current = values.current_password === '' ? formTexts.missing(texts.current) : undefined;
  return { current_password: current, ...checkNewTwice(values) };
}
