/** How values of slots are read before they are compared, in any width (exams.md 2.1). Pure. */

const minus = /[ー−‐–―－]/g;

/** A sign of a mark box: full width and kana minus become what the box has. */
export function plainSign(value: string): string {
  return value.replaceAll(minus, '-').normalize('NFKC').trim();
}

/** A text: NFKC, trimmed, blanks folded. */
export function plainText(value: string): string {
  return value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
}

/** A decimal number as people type it; `null`: none. */
export function plainNumber(value: string): number | null {
  const plain = value.replaceAll(minus, '-').normalize('NFKC').trim();
  return /^[-+]?(\d{1,12}(\.\d{0,9})?|\.\d{1,9})$/.test(plain) ? Number(plain) : null;
}
