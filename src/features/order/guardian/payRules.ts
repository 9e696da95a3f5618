import { holdsCardNumber } from '#contracts/cardNumber.ts';
import { cvsCodes, type PayerInput } from '#contracts/shopCheckout.ts';
import { checkShown } from '#shared/form/payerRules.ts';
import { checkKana, checkName, checkPhone } from '#shared/form/personRules.ts';
import { formTexts } from '#shared/form/texts.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { texts as orderTexts } from '../texts.ts';
import { texts } from './texts.ts';

const words = texts.pay;

/** Who pays, and what the way of paying needs, by the names of the wire. */
export type PayValues = {
  'payer.family_name': string;
  'payer.given_name': string;
  'payer.family_name_kana': string;
  'payer.given_name_kana': string;
  'payer.phone': string;
  cvs_code: string;
  /** Holds nothing: the card is in its frame. It has a name, so that what is wrong with it stands in the summary. */
  card: '';
};

/** The fields as they stand on the page. */
export const payFields = [
  'payer.family_name',
  'payer.given_name',
  'payer.family_name_kana',
  'payer.given_name_kana',
  'payer.phone',
  'cvs_code',
  'card',
] as const satisfies readonly (keyof PayValues)[];

/** What the form begins with: the guardian's name, where it has one blank. Their number stands on no page of a link. */
export function firstValues(guardian: string): PayValues {
  const parts = guardian.trim().split(/\s+/);
  const [family = '', given = ''] = parts.length === 2 ? parts : [];
  return {
    'payer.family_name': family,
    'payer.given_name': given,
    'payer.family_name_kana': '',
    'payer.given_name_kana': '',
    'payer.phone': '',
    cvs_code: '',
    card: '',
  };
}

/** A card's number is nobody's name (money.md 7, row 49). */
function checkPayerName(value: string, label: string, method: string): string | undefined {
  if (value.trim() === '') return formTexts.missing(label);
  if (holdsCardNumber(value)) return words.noCardHere;
  return checkName(value, label) ?? checkShown(value, method);
}

function checkPayerKana(value: string, label: string, method: string): string | undefined {
  if (value.trim() === '') return formTexts.missing(label);
  return checkKana(value, label) ?? checkShown(value, method);
}

/** What is wrong with the form. The card is judged in its frame. */
export function checkPay(values: PayValues, method: string): FormErrors<PayValues> {
  const phone = values['payer.phone'];
  const isStore = cvsCodes.some((code) => code === values.cvs_code);
  return {
    'payer.family_name': checkPayerName(values['payer.family_name'], words.family_name, method),
    'payer.given_name': checkPayerName(values['payer.given_name'], words.given_name, method),
    'payer.family_name_kana': checkPayerKana(
      values['payer.family_name_kana'],
      words.family_name_kana,
      method,
    ),
    'payer.given_name_kana': checkPayerKana(values['payer.given_name_kana'], words.given_name_kana, method),
    'payer.phone': phone.trim() === '' ? formTexts.missing(words.phone) : checkPhone(phone),
    cvs_code: method === 'cvs' && !isStore ? formTexts.choose(orderTexts.retry.store) : undefined,
  };
}

/** What is sent of it, of a form without mistakes. */
export function payerOf(values: PayValues): PayerInput {
  return {
    kind: 'guardian',
    family_name: values['payer.family_name'],
    given_name: values['payer.given_name'],
    family_name_kana: values['payer.family_name_kana'],
    given_name_kana: values['payer.given_name_kana'],
    phone: values['payer.phone'],
  };
}
