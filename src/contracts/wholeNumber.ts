/**
 * A whole number as people type it, in any width (product.md 2.0.3); `null` if the text is not one. Empty stays empty.
 * The page that tidies the input and the server that marks it use the same rule.
 */
export function readWholeNumber(text: string): string | null {
  const plain = text
    .replaceAll(/[ー−‐–―]/g, '-')
    .normalize('NFKC')
    .trim();
  return plain === '' || /^-?\d{1,6}$/.test(plain) ? plain : null;
}
