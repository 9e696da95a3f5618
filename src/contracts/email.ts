import { oneLine } from './plainText.ts';

/**
 * The local part as browsers judge it (HTML, "valid e-mail address"), which is wider than RFC 5322. docomo and au gave
 * out addresses with two dots in a row, a dot before the @, and `/`, `?` or `+`; these still receive mail. Blanks,
 * quotes, brackets, colons, commas and control characters are refused: they could end an address in a mail header. The
 * domain has at least two labels of 1 to 63 letters, digits and hyphens. The last label has no digits, unless it is
 * punycode.
 */
export const emailShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;
/** Longest address (RFC 5321). */
export const longestEmail = 254;
/** Some apps require such an address in quotes; the quotes do not belong to the address. */
const quoted = /^"([^"\\]*)"@/;

/** An address as it is stored and compared: half-width, lower case, no invisible characters, no blanks around it. */
export function tidyEmail(input: string): string {
  return oneLine(input.normalize('NFKC')).toLowerCase().replace(quoted, '$1@');
}

/** Whether a tidied text can be an address. Every form, call and command uses this one rule. */
export function isEmail(address: string): boolean {
  return address.length <= longestEmail && emailShape.test(address);
}
