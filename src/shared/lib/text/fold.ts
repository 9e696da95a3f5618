/** Hiragana and katakana lie this far apart in Unicode. */
const kanaShift = 0x60;
/** Signs that nobody sees, and what chooses between forms of a kanji: 邉 is found whatever its form. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Width, capitals and the many dashes make no difference any more; one sign may become several. */
export function widthless(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(ignorable, '')
    .toLowerCase()
    .replaceAll(/[‐‑–—―−ー-]/g, 'ー')
    .replaceAll(/\s+/g, '');
}

/**
 * Text as search compares it: full and half width, capitals, hiragana and katakana, dashes and spaces make no
 * difference, nor does the long vowel that ends a loan word: コンピューター is コンピュータ, in either
 * kana (offline.md 2.10). Within a word it does: ビル is not ビール.
 */
export function foldText(text: string): string {
  return widthless(text)
    .replaceAll(/(?<=[ァ-ヺ])ー+(?![ァ-ヺー])/g, '')
    .replaceAll(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - kanaShift))
    .replaceAll(/(?<=[ぁ-ゖ])ー+(?![ぁ-ゖー])/g, '');
}

/** The words of a search, folded; every one of them must be found. */
export function searchWords(query: string): string[] {
  return query
    .normalize('NFKC')
    .split(/\s+/)
    .map(foldText)
    .filter((word) => word !== '');
}

/** Whether a folded text holds every word. */
export function matchesAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}
