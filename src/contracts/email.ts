import { oneLine } from './plainText.ts';

/**
 * The local part as browsers judge it (HTML, "valid e-mail address"), which is wider than RFC 5322: docomo and au gave
 * out addresses with two dots in a row, a dot before the @, and `/`, `?` or `+`, and these get mail to this day. No
 * blank, quote, bracket, colon, comma or control sign: nothing that could end an address in the head of a mail. Behind
 * the @ two names at least, each of 1 to 63 letters, digits and hyphens, the last one without digits unless it is
 * punycode.
 */
export const emailShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;
/** Longest address (RFC 5321). */
export const longestEmail = 254;
/** Some apps ask for such an address in quotes; the quotes are no part of it. */
const quoted = /^"([^"\\]*)"@/;

/** An address as it is stored and compared: half-width, lower case, nothing unseen in it, no blanks around it. */
export function tidyEmail(input: string): string {
  return oneLine(input.normalize('NFKC')).toLowerCase().replace(quoted, '$1@');
}

/** Whether a tidied text can be somebody's address: the one rule for every form, every call and every command. */
export function isEmail(address: string): boolean {
  return address.length <= longestEmail && emailShape.test(address);
}
