import { tidyEmail } from '#contracts/email.ts';
import { checkEmail } from '#shared/form/emailCheck.ts';
import { formTexts } from '#shared/form/texts.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { texts } from './texts.ts';

/** The form. Names are those of the API. */
export type EmailValues = { new_email: string; password: string };

/** The mistakes found before sending (product.md V1, V2, 2.3.J). */
export function checkChange({ new_email, password }: EmailValues, ownEmail: string): FormErrors<EmailValues> {
  const isSame = tidyEmail(new_email) === ownEmail;
  return {
    new_email: checkEmail(new_email, texts.newEmail) ?? (isSame ? texts.same : undefined),
    password: password === '' ? formTexts.missing(texts.password) : undefined,
  };
}
