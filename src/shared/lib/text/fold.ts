/** Distance between hiragana and katakana in Unicode. */
const kanaShift = 0x60;
/** Invisible characters and variation selectors: 邉 is found in all its forms. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Removes differences of width, capitals and dashes; one character may become several. */
export function widthless(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(ignorable, '')
    .toLowerCase()
    .replaceAll(/[‐‑–—―−ー-]/g, 'ー')
    .replaceAll(/\s+/g, '');
}

/**
 * The form of a text in which search compares it. Full and half width, capitals, hiragana and katakana, dashes and
 * spaces make no difference. A long vowel at the end of a loan word makes none either: コンピューター equals コンピュータ, in either
 * kana (offline.md 2.10). Inside a word it does: ビル is not ビール.
 */
export function foldText(text: string): string {
  return widthless(text)
    .replaceAll(/(?<=[ァ-ヺ])ー+(?![ァ-ヺー])/g, '')
    .replaceAll(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - kanaShift))
    .replaceAll(/(?<=[ぁ-ゖ])ー+(?![ぁ-ゖー])/g, '');
}

/** The words of a search, folded; a result must contain all of them. */
export function searchWords(query: string): string[] {
  return query
    .normalize('NFKC')
    .split(/\s+/)
    .map(foldText)
    .filter((word) => word !== '');
}

/** Whether a folded text contains every word. */
export function matchesAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}
