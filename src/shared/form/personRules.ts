import { holdsCardNumber, noCardHere } from '#contracts/cardNumber.ts';
import { badInName, kanaField, nameField, phoneField, tidyName } from '#contracts/profile.ts';

/** Texts of the checks of a person's name and phone number (product.md V5 to V7, V13). */
export const personTexts = {
  tooLong: (name: string) => `${name}は20文字以内で入力してください。`,
  letters: (letters: string) => `使用できない文字が含まれています:${letters}`,
  kanaForm: 'フリガナは全角カタカナで入力してください。',
  phoneForm: '電話番号は10桁または11桁の数字で入力してください。',
} as const;

/** Normalizes kana, as far as the input allows. */
export function tidyKana(input: string): string {
  const read = kanaField.safeParse(input);
  return read.success ? read.data : input;
}

/** Normalizes a phone number: no hyphens, one width, as far as the input allows. */
export function tidyPhone(input: string): string {
  const read = phoneField.safeParse(input);
  return read.success ? read.data : input;
}

/** The error of a name; `label`: of its field. */
export function checkName(value: string, label: string): string | undefined {
  if (nameField.safeParse(value).success) return undefined;
  if (holdsCardNumber(value)) return noCardHere;
  const strange = [...new Set(tidyName(value).match(badInName))];
  return strange.length > 0 ? personTexts.letters(strange.join('')) : personTexts.tooLong(label);
}

/** The error of a name's reading. */
export function checkKana(value: string, label: string): string | undefined {
  if (kanaField.safeParse(value).success) return undefined;
  return tidyName(value).length > 20 ? personTexts.tooLong(label) : personTexts.kanaForm;
}

/** The error of a phone number; an empty one is valid too. */
export function checkPhone(value: string): string | undefined {
  return phoneField.safeParse(value).success ? undefined : personTexts.phoneForm;
}
