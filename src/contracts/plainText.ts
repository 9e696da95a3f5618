/**
 * What may stand in a text, for page and server alike. Three questions that must not be mixed: what a database can keep
 * at all, what nobody sees, and how wide a sign is written. None of them changes a letter into another one.
 */

/** U+0000, and half of a pair of UTF-16 units: valid in JSON, but no PostgreSQL database keeps them. */
const notStorable = /[\0\p{Surrogate}]/u;
/** The same, and the code points that Unicode promises never to give a meaning. */
const meaningless = /[\0\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;

/**
 * Signs without a picture: control signs, zero width spaces and joiners, marks of writing direction, byte order marks, soft hyphens,
 * fillers. They come along with what is copied from chats and PDFs. Variation selectors are among what Unicode calls
 * ignorable, but they choose the form of the letter before them (異体字): see `strayVariants`.
 */
const unseen = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Format}\p{Control}]/gu;
/** Variation selectors that follow no kanji choose nothing. */
const strayVariants = /(^|[^\p{Script=Han}\p{Variation_Selector}])\p{Variation_Selector}+/gu;
/** Tabs and line ends that come along with what is pasted into a field of one line. */
const breaks = /[\t-\r\u0085\u2028\u2029]+/g;

/** Full-width signs, half-width kana and the wide space: U+3000, U+FF01 to U+FF9F, U+FFE0 to U+FFE6. */
const otherWidth = /[\u3000\uff01-\uff9f\uffe0-\uffe6]+/g;
/**
 * Everything but the compatibility ideographs: normalising, whatever the form, would put the common kanji in the place
 * of 神 (U+FA19) or 都 (U+FA26), and a name is not ours to change.
 */
const composable = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;

/** Whether a database keeps this text as it is. The server refuses every other one, whatever the field. */
export function isStorable(text: string): boolean {
  return !notStorable.test(text);
}

/** A text without what no database keeps and what means nothing anywhere; line ends and joined emoji stay. */
export function storable(text: string): string {
  return text.replaceAll(meaningless, '');
}

/** A text without the signs that nobody sees; forms of kanji that are chosen by a variation selector stay. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(strayVariants, '$1');
}

/** Marks joined to their letters (NFC), as keyboards write them; every kanji stays the one that was written. */
export function composed(text: string): string {
  return text.replaceAll(composable, (run) => run.normalize('NFC'));
}

/** Letters and kana in one width and composed. */
export function oneWidth(text: string): string {
  return composed(text.replaceAll(otherWidth, (run) => run.normalize('NFKC')));
}

/** What was typed or pasted into a field of one line, as it was meant: no unseen signs, no line ends, no blanks around. */
export function oneLine(text: string): string {
  return withoutUnseen(storable(text).replaceAll(breaks, ' ')).trim();
}
