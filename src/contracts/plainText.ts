/**
 * Which characters a text may have, for page and server alike. Three separate questions: what a database can store,
 * what is invisible, and how wide a character is written. None of these functions changes a letter into another one.
 */

/** U+0000 and lone surrogates: valid in JSON, but PostgreSQL cannot store them. */
const notStorable = /[\0\p{Surrogate}]/u;
/** The same, plus noncharacters: code points to which Unicode will never give a meaning. */
const meaningless = /[\0\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;

/**
 * Invisible characters: control characters, zero width spaces and joiners, direction marks, byte order marks, soft
 * hyphens, fillers. They come with text copied from chats and PDFs. Variation selectors are excluded here: Unicode
 * calls them ignorable, but they choose the form of the letter before them (異体字); see `strayVariants`.
 */
const unseen = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Format}\p{Control}]/gu;
/** Variation selectors that follow no kanji have no effect. */
const strayVariants = /(^|[^\p{Script=Han}\p{Variation_Selector}])\p{Variation_Selector}+/gu;
/** Tabs and line ends that come with text pasted into a one-line field. */
const breaks = /[\t-\r\u0085\u2028\u2029]+/g;

/** Full-width signs, half-width kana and the wide space: U+3000, U+FF01 to U+FF9F, U+FFE0 to U+FFE6. */
const otherWidth = /[\u3000\uff01-\uff9f\uffe0-\uffe6]+/g;
/**
 * Everything except the compatibility ideographs. Every normal form would replace 神 (U+FA19) or 都 (U+FA26) by the
 * common kanji, and we must not change a name.
 */
const composable = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;

/** Whether a database stores this text unchanged. The server refuses all other texts, in every field. */
export function isStorable(text: string): boolean {
  return !notStorable.test(text);
}

/** A text without characters that cannot be stored or have no meaning; line ends and joined emoji stay. */
export function storable(text: string): string {
  return text.replaceAll(meaningless, '');
}

/** A text without invisible characters; kanji variants chosen by a variation selector stay. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(strayVariants, '$1');
}

/** Joins marks to their letters (NFC), as keyboards write them; every kanji stays as it was written. */
export function composed(text: string): string {
  return text.replaceAll(composable, (run) => run.normalize('NFC'));
}

/** Letters and kana in one width, and composed. */
export function oneWidth(text: string): string {
  return composed(text.replaceAll(otherWidth, (run) => run.normalize('NFKC')));
}

/** The intended text of a one-line field: without invisible characters, line ends and surrounding blanks. */
export function oneLine(text: string): string {
  return withoutUnseen(storable(text).replaceAll(breaks, ' ')).trim();
}
