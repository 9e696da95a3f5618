/** Whether the last digit is the checksum of the digits before it, as in payment card numbers (ISO/IEC 7812). */
export function hasChecksum(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** What is said of a card number in any other field. */
export const noCardHere = 'カード番号は、ここに入力しないでください。';

/** A run of half-width digits with blanks and hyphens between them, as long as a card number. */
const run = /\d(?:[ -]?\d){13,18}/g;

/**
 * Whether a text contains a card number: a run of digits of that length with a valid checksum (money.md 7, row 49).
 * Card numbers may be typed into the card frame only. Fields for names and messages refuse them, so that they are
 * neither stored nor logged.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/[‐‑–−ー]/g, '-');
  return (plain.match(run) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, '');
    // A card number with other digits before or after it counts too.
    for (let length = 14; length <= Math.min(digits.length, 16); length++)
      for (let at = 0; at + length <= digits.length; at++)
        if (/^[2-6]/.test(digits.slice(at)) && hasChecksum(digits.slice(at, at + length))) return true;
    return false;
  });
}
