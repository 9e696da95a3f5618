import { hasChecksum } from '#contracts/cardNumber.ts';

/**
 * Card checks that need no server (product.md 2.2.D). Pure, and with few imports: the card frame is a page of its own,
 * and every byte of its script counts (money.md 6).
 */

export const cardFields = ['number', 'expiry', 'code', 'holder'] as const;
/** A field of the card frame. */
export type CardField = (typeof cardFields)[number];

export const cardErrorCodes = ['missing', 'form', 'past'] as const;
/** What is wrong with a field. */
export type CardErrorCode = (typeof cardErrorCodes)[number];
export type CardErrors = Partial<Record<CardField, CardErrorCode>>;

/** Typed values; expiry is `MM / YY`. */
export type CardValues = Record<CardField, string>;

const brands = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['diners', /^3[0689]/],
  ['jcb', /^35/],
] as const;
/** Brands that can be guessed from the first digits; empty for all others. */
export type CardBrand = (typeof brands)[number][0] | '';

/** The digits of the input, which may be full width or have blanks and hyphens between them. */
export function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '');
}

/** The brand that a number starts like; empty: none we know. */
export function brandOf(number: string): CardBrand {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? '';
}

/** `4111 1111 1111 1111`, an American Express card `3782 822463 10005`. */
export function groupNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 16);
  const pattern =
    brandOf(digits) === 'amex' ? /^(.{1,4})(.{1,6})?(.{1,5})?/ : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,4})?/;
  return (pattern.exec(digits)?.slice(1) ?? []).filter(Boolean).join(' ');
}

/** `12 / 29`, whatever order or separators were typed; a four-digit year is shortened to two. */
export function groupExpiry(typed: string): string {
  const plain = typed.normalize('NFKC');
  const [, month, short] = /^\s*(\d{1,2})\s*[/.-]\s*(?:20)?(\d{2})\s*$/.exec(plain) ?? [];
  const digits = month && short ? month.padStart(2, '0') + short : digitsOf(plain);
  const first = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  // A year that is being typed with four digits stays unchanged until it is complete.
  const year = first.slice(2, 4) === '20' && first.length !== 6 ? first.slice(2, 6) : first.slice(-2);
  return first.length > 2 ? `${first.slice(0, 2)} / ${first.length > 4 ? year : first.slice(2)}` : first;
}

/** `YYMM`, as the gateway expects it; `null` while the input is not a valid month. */
export function expiryOf(typed: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d{2})$/.exec(digitsOf(groupExpiry(typed))) ?? [];
  return month && year ? year + month : null;
}

/** The name as embossed: capital letters of one width. */
export function tidyHolder(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toUpperCase();
}

/** `YYMM` of a moment's month in Japan. */
function monthOf(at: number): string {
  return new Date(at + 9 * 3_600_000).toISOString().slice(2, 7).replace('-', '');
}

const checks: Record<CardField, (typed: string, at: number, all: CardValues) => CardErrorCode | undefined> = {
  number: (typed) => {
    const digits = digitsOf(typed);
    return digits.length >= 14 && digits.length <= 16 && hasChecksum(digits) ? undefined : 'form';
  },
  expiry: (typed, at) => {
    const expiry = expiryOf(typed);
    return expiry === null ? 'form' : expiry < monthOf(at) ? 'past' : undefined;
  },
  code: (typed, _, { number }) => {
    const length = brandOf(digitsOf(number)) === 'amex' ? 4 : 3;
    const digits = digitsOf(typed);
    // Without a number the length of its code is not known.
    const isRight = digitsOf(number) === '' ? /^\d{3,4}$/.test(digits) : digits.length === length;
    return isRight ? undefined : 'form';
  },
  // What the gateway accepts: half-width letters, digits and a few signs (its token script refuses the rest with 131).
  holder: (typed) => (/^[A-Z0-9 ,.\-/&'()]{2,50}$/.test(tidyHolder(typed)) ? undefined : 'form'),
};

/** The error of one field; an empty field is missing. `at`: epoch ms. */
export function checkCardField(field: CardField, values: CardValues, at: number): CardErrorCode | undefined {
  return values[field].trim() === '' ? 'missing' : checks[field](values[field], at, values);
}

/** The errors of a card; empty: none that can be found here. */
export function checkCard(values: CardValues, at: number): CardErrors {
  const found = cardFields.map((field) => [field, checkCardField(field, values, at)] as const);
  return Object.fromEntries(found.filter(([, code]) => code !== undefined));
}

const fieldOfResult: readonly [pattern: RegExp, field: CardField][] = [
  [/^10[0-2]$/, 'number'],
  [/^11[0-3]$/, 'expiry'],
  [/^12[0-2]$/, 'code'],
  [/^13[0-2]$/, 'holder'],
];

/** The fields that the token script found wrong, by its result codes; empty: the input is not at fault. */
export function errorsOfResult(codes: readonly string[]): CardErrors {
  const errors: CardErrors = {};
  for (const code of codes) {
    const field = fieldOfResult.find(([pattern]) => pattern.test(code))?.[1];
    if (field) errors[field] = code.endsWith('0') ? 'missing' : 'form';
  }
  return errors;
}
