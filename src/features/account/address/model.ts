import { type Address, type AddressInput, type Postal, postalCodeField } from '#contracts/accountSettings.ts';
import { tidyName } from '#contracts/profile.ts';
import { formTexts } from '#shared/form/texts.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { texts } from './texts.ts';

/** The form. Names are those of the API. */
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
  if (line === '') return name === 'building' ? undefined : formTexts.missing(texts[name]);
  if (line.length > longest[name]) return texts.tooLong(texts[name], longest[name]);
  const strange = [...new Set(line.match(/[<>\p{Cc}]/gu))];
  return strange.length > 0 ? texts.letters(strange.join('')) : undefined;
}

/** The mistake in a postal code (product.md V1, V8). */
export function checkPostal(input: string): string | undefined {
  if (input.trim() === '') return formTexts.missing(texts.postal_code);
  return postalCodeField.safeParse(input).success ? undefined : texts.postalForm;
}

/** The mistakes found before sending (product.md V1, V8, V12, V13). */
export function checkAddress(values: AddressValues): FormErrors<AddressValues> {
  return {
    postal_code: checkPostal(values.postal_code),
    prefecture: values.prefecture === '' ? formTexts.choose(texts.prefecture) : undefined,
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

/** A place with the given postal code. */
export type PostalCandidate = Postal['candidates'][number];

/** A place in one line. */
export function placeName({ prefecture, city, street }: PostalCandidate): string {
  return `${prefecture}${city}${street}`;
}

/** The form with a place filled in. Text typed after the name of the town stays if the town stays the same. */
export function withPlace(
  values: AddressValues,
  { prefecture, city, street }: PostalCandidate,
): AddressValues {
  const isThere = street === '' || values.street.startsWith(street);
  return { ...values, prefecture, city, street: isThere ? values.street : street };
}
