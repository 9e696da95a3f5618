import { type Address, type AddressInput, postalCodeField } from '#contracts/accountSettings.ts';
import { tidyName } from '#contracts/profile.ts';
import { formTexts } from './texts.ts';
import type { FormErrors } from './useForm.ts';

/** Labels and messages of the fields of an address (product.md 2.3.J). */
export const addressTexts = {
  postal_code: '郵便番号',
  prefecture: '都道府県',
  city: '市区町村',
  street: '町名・番地',
  building: '建物名・部屋番号',
  postalForm: '郵便番号は7桁の数字で入力してください。',
  tooLong: (name: string, most: number) => `${name}は${most}文字以内で入力してください。`,
  letters: (letters: string) => `使用できない文字が含まれています:${letters}`,
} as const;

/** The fields of an address. Names are those of the API. */
export type AddressValues = Address;

/** The fields in the order of the page. */
export const addressOrder = ['postal_code', 'prefecture', 'city', 'street', 'building'] as const;

/** Characters of a line at most, as the server counts them. */
const longest = { city: 50, street: 100, building: 100 };

/** The seven digits, if the typed text can be converted into them. */
export function tidyPostal(input: string): string {
  const read = postalCodeField.safeParse(input);
  return read.success ? read.data : input.trim();
}

/** A line with narrow digits and hyphens between them, as forms convert them (product.md 2.0.3). */
export function tidyLine(input: string): string {
  return tidyName(input).replaceAll(/(?<=\d)[‐‑–—―−ー](?=\d)/g, '-');
}

function checkLine(name: 'city' | 'street' | 'building', value: string): string | undefined {
  const line = tidyLine(value);
  if (line === '') return name === 'building' ? undefined : formTexts.missing(addressTexts[name]);
  if (line.length > longest[name]) return addressTexts.tooLong(addressTexts[name], longest[name]);
  const strange = [...new Set(line.match(/[<>\p{Cc}]/gu))];
  return strange.length > 0 ? addressTexts.letters(strange.join('')) : undefined;
}

/** The mistake in a postal code (product.md V1, V8). */
export function checkPostal(input: string): string | undefined {
  if (input.trim() === '') return formTexts.missing(addressTexts.postal_code);
  return postalCodeField.safeParse(input).success ? undefined : addressTexts.postalForm;
}

/** The mistakes found before sending (product.md V1, V8, V12, V13). */
export function checkAddress(values: AddressValues): FormErrors<AddressValues> {
  return {
    postal_code: checkPostal(values.postal_code),
    prefecture: values.prefecture === '' ? formTexts.choose(addressTexts.prefecture) : undefined,
    city: checkLine('city', values.city),
    street: checkLine('street', values.street),
    building: checkLine('building', values.building),
  };
}

/** The request body. @param values of a form without mistakes. */
export function inputOf(values: AddressValues): AddressInput {
  return {
    postal_code: tidyPostal(values.postal_code),
    prefecture: values.prefecture,
    city: tidyLine(values.city),
    street: tidyLine(values.street),
    building: tidyLine(values.building),
  };
}
