/** Cuts texts between letters as people see them: never inside an emoji, a flag or a kana with its mark. */

/**
 * Fallback for browsers without `Intl.Segmenter` (Firefox before 125): marks, skin tones and joined signs stay
 * together.
 */
const letter = /(?:\r\n|\p{Regional_Indicator}{2}|.)(?:[\p{Mark}\p{Emoji_Modifier}]|\u200d.)*/gsu;

/** The letters of a text, one after the other. */
export function* lettersOf(text: string): Generator<string> {
  if (typeof Intl.Segmenter === 'function') {
    for (const { segment } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text))
      yield segment;
  } else for (const [found] of text.matchAll(letter)) yield found;
}

/**
 * The beginning of a text, whole letters only.
 *
 * @param most the maximum length in UTF-16 units, as `maxLength` of fields and contracts counts. If the first letter
 *   alone is longer, it is cut between code points.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const one of lettersOf(text)) {
    if (end + one.length > most) break;
    end += one.length;
  }
  if (end > 0 || most <= 0) return text.slice(0, end);
  for (const point of text) {
    if (end + point.length > most) break;
    end += point.length;
  }
  return text.slice(0, end);
}

/** The first `count` letters of a text. */
export function firstLetters(text: string, count: number): string {
  let found = '';
  let left = count;
  for (const one of lettersOf(text)) {
    if (left <= 0) return found;
    found += one;
    left -= 1;
  }
  return found;
}
