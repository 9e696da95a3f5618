import { foldText, widthless } from '#shared/lib/text/fold.ts';

/** One character with its voicing marks and accents: half-width kana write them separately. */
const clusters = /.[\p{M}ﾞﾟ]*/gsu;

/** A folded text and, for each of its characters, its range in the original: [from, to). */
type Folded = { text: string; from: number[]; to: number[] };

function foldWithPlaces(original: string): Folded {
  const wide: Folded = { text: '', from: [], to: [] };
  for (const match of original.matchAll(clusters)) {
    const part = widthless(match[0]);
    wide.text += part;
    for (let sign = 0; sign < part.length; sign += 1) {
      wide.from.push(match.index);
      wide.to.push(match.index + match[0].length);
    }
  }
  const text = foldText(wide.text);
  const places: Folded = { text, from: [], to: [] };
  let at = 0;
  for (let sign = 0; sign < text.length; sign += 1) {
    // Here folding can only remove long vowel marks: a mismatch means that one was removed.
    while (wide.text[at] === 'ー' && text[sign] !== 'ー') at += 1;
    places.from.push(wide.from[at] ?? 0);
    places.to.push(wide.to[at] ?? original.length);
    at += 1;
  }
  return places;
}

/** A piece of a text, and whether it is a hit. */
export type Marked = { text: string; isHit: boolean };

/** Splits a text into hits of the search words and the text between them. `words` are folded. */
export function markWords(original: string, words: readonly string[]): Marked[] {
  const { text, from, to } = foldWithPlaces(original);
  const isHit = new Uint8Array(original.length);
  for (const word of words.filter((one) => one !== '')) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      isHit.fill(1, from[at], to[at + word.length - 1]);
    }
  }
  const pieces: Marked[] = [];
  for (let at = 0; at < original.length; ) {
    let end = at + 1;
    while (end < original.length && isHit[end] === isHit[at]) end += 1;
    pieces.push({ text: original.slice(at, end), isHit: isHit[at] === 1 });
    at = end;
  }
  return pieces;
}
