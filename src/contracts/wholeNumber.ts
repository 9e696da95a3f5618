/**
 * A whole number as people type it, in any width (product.md 2.0.3); `null` when it is none. Empty stays empty.
 * One rule for the page that tidies what was typed and for the server that marks it.
 */
export function readWholeNumber(text: string): string | null {
  const plain = text
    .replaceAll(/[ー−‐–―]/g, '-')
    .normalize('NFKC')
    .trim();
  return plain === '' || /^-?\d{1,6}$/.test(plain) ? plain : null;
}
