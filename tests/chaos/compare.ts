import { type Expectation, type MarkValue, type Range, union } from './model.ts';

/** Something that is not as the learner left it. */
export type Difference = { where: string; what: string; expected: string; found: string };

/** What one place, the server or a device, says in the end. */
export type Found = {
  where: string;
  marks: Map<string, MarkValue>;
  /** Words of notes as often as they are there, with the states a device shows. */
  notes: { words: string[]; isRefused: boolean }[];
  watches: Map<string, { ranges: Range[]; position: number }>;
};

/** Seen parts may differ by what a player reports late, seconds; places by how far it runs on. */
export const rangeTolerance = 0.6;
export const placeTolerance = 0.6;

/** Everything in which one of the places says something else than the learner did. */
export function compare(expected: Expectation, places: Found[]): Difference[] {
  return [
    ...compareMarks(expected, places),
    ...compareNotes(expected, places),
    ...compareWatches(expected, places),
  ];
}

function compareMarks({ marks }: Expectation, places: Found[]): Difference[] {
  return [...marks].flatMap(([name, allowed]) => {
    const [first] = places;
    const said = first?.marks.get(name) ?? 0;
    return places.flatMap(({ where, marks: found }) => {
      const value = found.get(name) ?? 0;
      const isRight = allowed.includes(value) && value === said;
      return isRight ? [] : [{ where, what: name, expected: allowed.join(' or '), found: String(value) }];
    });
  });
}

function compareNotes({ notes, goneNotes }: Expectation, places: Found[]): Difference[] {
  const [server, ...devices] = places;
  if (!server) return [];
  const differences: Difference[] = [];
  const count = ({ notes: found }: Found, word: string, isRefused: boolean) =>
    found.filter((note) => note.isRefused === isRefused && note.words.includes(word)).length;
  for (const word of notes) {
    const isRefused = devices.some((device) => count(device, word, true) > 0);
    if (isRefused && count(server, word, false) === 0) continue;
    for (const place of places) {
      const found = count(place, word, false);
      if (found === 1) continue;
      differences.push({
        where: place.where,
        what: `note ${word}`,
        expected: 'once',
        found: `${found} times`,
      });
    }
  }
  for (const place of places) {
    for (const word of goneNotes) {
      if (count(place, word, false) + count(place, word, true) === 0) continue;
      differences.push({
        where: place.where,
        what: `note ${word}`,
        expected: 'replaced or deleted',
        found: 'there',
      });
    }
  }
  return differences;
}

function compareWatches({ watches }: Expectation, places: Found[]): Difference[] {
  return [...watches].flatMap(([lesson, { ranges, position }]) =>
    places.flatMap(({ where, watches: all }) => {
      const found = all.get(lesson);
      const differences: Difference[] = [];
      const what = `place in lesson ${lesson}`;
      if (position !== null && Math.abs((found?.position ?? 0) - position) > placeTolerance) {
        differences.push({
          where,
          what,
          expected: position.toFixed(1),
          found: String(found?.position ?? 'none'),
        });
      }
      if (apart(ranges, found?.ranges ?? []) > rangeTolerance * (ranges.length + 1)) {
        const [wanted, got] = [ranges, found?.ranges ?? []].map(describeRanges);
        differences.push({
          where,
          what: `seen of lesson ${lesson}`,
          expected: wanted ?? '',
          found: got ?? '',
        });
      }
      return differences;
    }),
  );
}

/** Seconds that one of two says and the other does not. */
export function apart(a: Range[], b: Range[]): number {
  const length = (ranges: Range[]) => union(ranges).reduce((sum, [from, to]) => sum + to - from, 0);
  const both = length([...a, ...b]);
  return 2 * both - length(a) - length(b);
}

const describeRanges = (ranges: Range[]) =>
  ranges.map(([from, to]) => `${from.toFixed(1)}–${to.toFixed(1)}`).join(' ');
