import { holdsCardNumber } from '#contracts/cardNumber.ts';
import { cvsCodes, type PayerInput } from '#contracts/shopCheckout.ts';
import { unshowable } from '#contracts/slipLetters.ts';
import { checkKana, checkName, checkPhone, personTexts } from './personRules.ts';
import { formTexts } from './texts.ts';
import type { FormErrors } from './useForm.ts';

/** Who pays, and where: what every form of a payment asks, by the names of the wire, so that the server's messages find them. */
export type PayerValues = {
  'payer.family_name': string;
  'payer.given_name': string;
  'payer.family_name_kana': string;
  'payer.given_name_kana': string;
  'payer.phone': string;
  cvs_code: string;
  /** Holds nothing: the card is in its frame. It has a name, so that what is wrong with it stands in the summary. */
  card: '';
};

/** The fields as they stand on a page. */
export const payerFields = [
  'payer.family_name',
  'payer.given_name',
  'payer.family_name_kana',
  'payer.given_name_kana',
  'payer.phone',
  'cvs_code',
  'card',
] as const satisfies readonly (keyof PayerValues)[];

/** How a form calls its fields, and what it says to a card's number where none belongs. */
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
 * What is wrong with a name or its reading where a store or a bank has to show it (product.md V13), in words that say what
 * to do; `undefined`: nothing. A card is told no name: every letter is right there.
 */
function checkShown(value: string, method: string): string | undefined {
  if (method !== 'cvs' && method !== 'bank') return undefined;
  const strange = unshowable(value);
  if (strange.length === 0) return undefined;
  return `${personTexts.letters(strange.join(''))}。お店や銀行の画面に出せる別の字か、カタカナで入力してください。`;
}

/**
 * What is wrong with who pays and where (product.md V1, V5, V6, V7, V13). The card is judged in its frame; a card's number is
 * nobody's name (money.md 7, row 49). What costs nothing (`none`) needs no number to call.
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

/** What is sent of it, of a form without mistakes. */
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
