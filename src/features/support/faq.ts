import type { FaqEntry } from '#contracts/cms.ts';
import { foldText, searchWords } from '#shared/lib/text/fold.ts';

/** How many questions are offered while somebody types. */
const mostSuggested = 3;
/** Weight of a keyword found in the text; each common pair of characters counts 1. */
const keywordWeight = 4;
/** Smallest total weight for a suggestion. */
const least = 4;

function pairs(text: string): Set<string> {
  return new Set(Array.from(text, (_, at) => text.slice(at, at + 2)).filter((pair) => pair.length === 2));
}

/** Pairs that contain only kana are in every sentence, so they say nothing about the topic. */
const tells = (pair: string) => !/^[ぁ-ゖー、。]+$/.test(pair);

function weigh(entry: FaqEntry, folded: string, typed: ReadonlySet<string>): number {
  const named = entry.keywords.filter((word) => folded.includes(foldText(word))).length * keywordWeight;
  const shared = [...pairs(foldText(entry.question))].filter((pair) => tells(pair) && typed.has(pair)).length;
  return named + shared;
}

/**
 * Frequent questions similar to the typed text: by their keywords, and by common pairs of characters, because Japanese
 * has no blanks between words. Questions of the chosen category get a small bonus.
 */
export function suggest(entries: readonly FaqEntry[], text: string, category: string): FaqEntry[] {
  const folded = foldText(text);
  const typed = pairs(folded);
  return entries
    .map((entry) => ({ entry, weight: weigh(entry, folded, typed) }))
    .filter(({ weight }) => weight >= least)
    .map(({ entry, weight }) => ({ entry, weight: entry.category === category ? weight + 1 : weight }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostSuggested)
    .map(({ entry }) => entry);
}

/** Questions that contain every word of a search; all of them for an empty one. */
export function searchFaq(entries: readonly FaqEntry[], query: string): FaqEntry[] {
  const words = searchWords(query);
  return entries.filter(({ question, keywords, answer_html }) => {
    const folded = foldText([question, ...keywords, answer_html.replaceAll(/<[^>]*>/g, '')].join(' '));
    return words.every((word) => folded.includes(word));
  });
}
