import { appPathField } from '#contracts/signup.ts';
import { checkEmail } from '#shared/form/emailCheck.ts';
import { checkNewPassword } from '#shared/form/newPassword.ts';
import { formTexts } from '#shared/form/texts.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { texts } from './texts.ts';

/** Who creates the account. */
export type Registrant = 'self' | 'guardian';

/** The sign-up form. */
export type SignupValues = {
  email: string;
  password: string;
  registrant: Registrant | '';
  agree_terms: boolean;
};

/** What must be right before anything is sent (product.md V1, V2, V4, V10). */
export function checkSignup(values: SignupValues): FormErrors<SignupValues> {
  return {
    email: checkEmail(values.email),
    password: checkNewPassword(values.password, formTexts.password),
    registrant: values.registrant === '' ? formTexts.choose(texts.registrant) : undefined,
    agree_terms: values.agree_terms ? undefined : formTexts.agree(formTexts.terms),
  };
}

/** Where the learner wanted to go, if the server accepts it; campaigns are named by their address. */
export function originOf(wanted: string | null, campaign: string | null) {
  return {
    ...(wanted !== null && appPathField.safeParse(wanted).success ? { redirect: wanted } : {}),
    ...(campaign !== null && /^[\w-]{1,64}$/.test(campaign) ? { campaign } : {}),
  };
}
