import { isEmail, tidyEmail } from '#contracts/email.ts';
import { formTexts } from './texts.ts';

/** What is wrong with an e-mail address, or `undefined` (product.md V1, V2). */
export function checkEmail(email: string, name: string = formTexts.email): string | undefined {
  if (email.trim() === '') return formTexts.missing(name);
  return isEmail(tidyEmail(email)) ? undefined : formTexts.emailForm;
}
