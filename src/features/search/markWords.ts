import { foldText, widthless } from '#shared/lib/text/fold.ts';

/** One sign with the voicing marks and accents that belong to it: half-width kana write them apart. */
const clusters = /.[\p{M}ﾞﾟ]*/gsu;

/** A folded text, and for each of its signs where in the original it comes from: [from, to). */
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
    // Folding may only leave out long vowels here: what stands at another place was moved up by them.
    while (wide.text[at] === 'ー' && text[sign] !== 'ー') at += 1;
    places.from.push(wide.from[at] ?? 0);
    places.to.push(wide.to[at] ?? original.length);
    at += 1;
  }
  return places;
}

/** A piece of a text, and whether the search found it there. */
export type Marked = { text: string; isHit: boolean };

/** Cuts a text into what the words of a search found and what lies between. `words` are folded. */
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
