import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citedRows, failureModes, type RowList, rowsOf } from './failureRows.ts';
import { root, sourceFiles } from './sources.ts';
import { titlesIn } from './titles.ts';

/**
 * Holds the lists of failure modes of exams.md 7 and money.md 7 to their word: every row is named by the title of a test, or
 * has steps on a phone. A test that is removed takes its row with it.
 */

/** Rows that cannot happen, as the list says of them: there is nothing to try. */
const impossible: Record<RowList, number[]> = { exams: [], money: [23] };

const tests = ['src', 'sw', 'server', 'tests']
  .flatMap(sourceFiles)
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && file !== 'tests/failureRows.test.ts');
const named = tests.flatMap((file) =>
  titlesIn(file, readFileSync(join(root, file), 'utf8')).flatMap((title) => citedRows(file, title)),
);
/** The rows with steps on a phone. */
const stepsOf = (list: RowList) =>
  [...failureModes(list).matchAll(/^[Rr]ow (\d+):/gm)].map(([, row]) => Number(row));

describe('failure modes', () => {
  it.each<[RowList, number]>([
    ['exams', 80],
    ['money', 120],
  ])('of %s.md 7 are all there, each with a test of its number or steps on a phone', (list, count) => {
    const rows = [...rowsOf[list]];
    expect(rows).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    const proved = new Set(named.flatMap((one) => (one.list === list ? [one.row] : [])));
    for (const row of [...stepsOf(list), ...impossible[list]]) proved.add(row);
    expect(rows.filter((row) => !proved.has(row))).toEqual([]);
  });

  it('that only a comment or a test that is left out names are not proved', () => {
    const text = `
      // row 1: nothing
      it('rows 2 and 3: two', () => expect('row 4').toBe(''));
      it.skip('row 5: left out', () => {});
      describe.each([1])('row 6: %s', () => {});
      test.describe(\`row 7: \${'x'}\`, () => {});
    `;
    const rows = titlesIn('exam.test.ts', text).flatMap((title) => citedRows('exam.test.ts', title));
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 6, 7]);
  });
});
