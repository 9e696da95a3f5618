import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rows of the lists of failure modes, and how texts cite them: `row 65`, `rows 1, 17 and 26`, `row 65 of money.md 7`. */

/** The lists: a table in exams.md 7, numbered sentences in money.md 7. */
export type RowList = 'exams' | 'money';

const root = join(import.meta.dirname, '..');

/** Part 7 of a document: its list, and the steps by hand. */
export function failureModes(name: RowList): string {
  const parts = readFileSync(join(root, `docs/${name}.md`), 'utf8').split(/^## /m);
  return parts.find((text) => text.startsWith('7. ')) ?? '';
}

function tableRows(text: string): Set<number> {
  return new Set([...text.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => Number(row)));
}

/** Several may stand in one line, so each is looked for behind the one before. */
function listRows(text: string): Set<number> {
  const found = new Set<number>();
  let rest = text;
  for (let row = 1; ; row += 1) {
    const at = rest.search(new RegExp(String.raw`(?<=^|\s)${row}\. \S`));
    if (at < 0) return found;
    found.add(row);
    rest = rest.slice(at);
  }
}

/** The rows there are. */
export const rowsOf: Record<RowList, Set<number>> = {
  exams: tableRows(failureModes('exams')),
  money: listRows(failureModes('money')),
};

/** Whose list a file means by a number alone: the first that fits. */
const places: [RegExp, RowList][] = [
  [/exam|\/attempt\/|sync-status|content\/questions|databaseClock/i, 'exams'],
  [/shop|order|payment|cart|coupon|checkout|refund|subscription|money|gateway|operator|withdraw/i, 'money'],
  [
    /\/(card|plans?|document|papers|guardianOrder|shared\/form|cli)\/|ownership|freeText|slipLetters|cardNumber/,
    'money',
  ],
  [/^server\/testing\//, 'money'],
];

const wordGap = String.raw`\s+(?:(?:\*|//)\s+)?`;
const rowNumbers = String.raw`\d+(?:(?:, | and | to |–)\d+(?![\w%]))*`;
const citation = new RegExp(
  `(?:(exams|money)\\.md 7,${wordGap})?\\b[Rr]ows?${wordGap}(${rowNumbers})(?:${wordGap}of${wordGap}(exams|money)\\.md 7)?`,
  'g',
);

/** The document whose list a file means by a number alone; none where nobody can tell. */
export function listOf(file: string): RowList | undefined {
  return places.find(([place]) => place.test(file))?.[1];
}

/** A row that is cited. `list` is missing where nobody can tell whose it is. */
type CitedRow = { list: RowList | undefined; row: number };

/** The rows that a text cites, each as often as it does. */
export function citedRows(file: string, text: string): CitedRow[] {
  return [...text.matchAll(citation)].flatMap(([, before, numbers = '', behind]) => {
    const list = (before ?? behind ?? listOf(file)) as RowList | undefined;
    return (numbers.match(/\d+/g) ?? []).map((row) => ({ list, row: Number(row) }));
  });
}
