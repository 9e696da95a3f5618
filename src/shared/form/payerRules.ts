import { holdsCardNumber } from '#contracts/cardNumber.ts';
import { cvsCodes, type PayerInput } from '#contracts/shopCheckout.ts';
import { unshowable } from '#contracts/slipLetters.ts';
import { checkKana, checkName, checkPhone, personTexts } from './personRules.ts';
import { formTexts } from './texts.ts';
import type { FormErrors } from './useForm.ts';

/**
 * Payer and place of payment: the fields of every payment form. They have the names of the wire format, so that the
 * server's messages find them.
 */
export type PayerValues = {
  'payer.family_name': string;
  'payer.given_name': string;
  'payer.family_name_kana': string;
  'payer.given_name_kana': string;
  'payer.phone': string;
  cvs_code: string;
  /** Always empty, because the card is in its frame. The name exists so that the error summary can list the card. */
  card: '';
};

/** The fields in their order on the page. */
export const payerFields = [
  'payer.family_name',
  'payer.given_name',
  'payer.family_name_kana',
  'payer.given_name_kana',
  'payer.phone',
  'cvs_code',
  'card',
] as const satisfies readonly (keyof PayerValues)[];

/** Labels of the fields in a form, and its message for a card number where none belongs. */
export type PayerWords = {
  family_name: string;
  given_name: string;
  family_name_kana: string;
  given_name_kana: string;
  phone: string;
  store: string;
  noCardHere: string;
};

/**
 * The error of a name or its reading if a store or a bank has to show it (product.md V13), in words that say what to
 * do; `undefined`: none. Card payments do not send a name, so every letter is allowed there.
 */
function checkShown(value: string, method: string): string | undefined {
  if (method !== 'cvs' && method !== 'bank') return undefined;
  const strange = unshowable(value);
  if (strange.length === 0) return undefined;
  return `${personTexts.letters(strange.join(''))}。お店や銀行の画面に出せる別の字か、カタカナで入力してください。`;
}

/**
 * The errors of payer and place (product.md V1, V5, V6, V7, V13). The card is checked in its frame; a card number is
 * not accepted as a name (money.md 7, row 49). A free order (`none`) needs no phone number.
 */
export function checkPayer(values: PayerValues, method: string, words: PayerWords): FormErrors<PayerValues> {
  const name = (field: 'payer.family_name' | 'payer.given_name', label: string) => {
    const value = values[field];
    if (value.trim() === '') return formTexts.missing(label);
    if (holdsCardNumber(value)) return words.noCardHere;
    return checkName(value, label) ?? checkShown(value, method);
  };
  const kana = (field: 'payer.family_name_kana' | 'payer.given_name_kana', label: string) => {
    const value = values[field];
    if (value.trim() === '') return formTexts.missing(label);
    return checkKana(value, label) ?? checkShown(value, method);
  };
  const phone = values['payer.phone'];
  const isStore = cvsCodes.some((code) => code === values.cvs_code);
  return {
    'payer.family_name': name('payer.family_name', words.family_name),
    'payer.given_name': name('payer.given_name', words.given_name),
    'payer.family_name_kana': kana('payer.family_name_kana', words.family_name_kana),
    'payer.given_name_kana': kana('payer.given_name_kana', words.given_name_kana),
    'payer.phone':
      phone.trim() === '' && method !== 'none' ? formTexts.missing(words.phone) : checkPhone(phone),
    cvs_code: method === 'cvs' && !isStore ? formTexts.choose(words.store) : undefined,
  };
}

/** The part that is sent, from a form without errors. */
export function payerOf(kind: PayerInput['kind'], values: PayerValues): PayerInput {
  return {
    kind,
    family_name: values['payer.family_name'],
    given_name: values['payer.given_name'],
    family_name_kana: values['payer.family_name_kana'],
    given_name_kana: values['payer.given_name_kana'],
    phone: values['payer.phone'],
  };
}
