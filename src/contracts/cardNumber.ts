/** Whether the last digit is the checksum of those before it, as in the numbers of payment cards (ISO/IEC 7812). */
export function hasChecksum(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Digits of one width, blanks and hyphens between them; as long as numbers of cards are. */
const run = /\d(?:[ -]?\d){13,18}/g;

/**
 * Whether a text holds what must be typed into the card frame alone: a run of digits as long as the number of a card, with
 * its checksum (money.md 7, row 49). Fields for names and messages refuse it, so that it is neither stored nor logged.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/[‐‑–−ー]/g, '-');
  return (plain.match(run) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, '');
    // A number with something before or after it is one, too.
    for (let length = 14; length <= Math.min(digits.length, 16); length++)
      for (let at = 0; at + length <= digits.length; at++)
        if (/^[2-6]/.test(digits.slice(at)) && hasChecksum(digits.slice(at, at + length))) return true;
    return false;
  });
}
