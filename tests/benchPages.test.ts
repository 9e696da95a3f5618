import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { memberPages } from '#shared/lib/pages/memberPages.ts';
import { auditedPages, choosePages } from '../bench/pages.ts';
import { root, sourceFiles } from './sources.ts';

/** All measured pages: a line that the app does not answer would only be noticed after minutes of measuring. */
const all = choosePages(undefined);
const guests = [...new Set([...all.first, ...all.again, ...all.today, ...auditedPages])];

describe('lines of measured pages', () => {
  test.each(guests)('%s is a public address of the app', (path) => {
    expect(isAppRoute(path)).toBe(true);
    expect(path).not.toMatch(/^\/mypage/);
  });

  test.each(all.learner)('$path is a page of members, and :id has somebody who finds it', ({ path, id }) => {
    expect(Object.values(memberPages).map((row): string => row.path)).toContain(path);
    expect(id !== undefined).toBe(path.includes(':id'));
    expect(path.replace(':id', '')).not.toContain(':');
  });

  const sources = sourceFiles('src')
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'));

  test.each(all.learner)('the app has what $path is timed by', ({ words }) => {
    expect(words).toMatch(/^#main /);
    const names = [...words.matchAll(/(?:data-testid|aria-labelledby)="[^"]+"/g)].map(([name]) => name);
    expect(names.filter((name) => !sources.some((text) => text.includes(name)))).toEqual([]);
  });

  it('home, library and a lecture are among them; the library alone with many courses', () => {
    expect(all.learner.map(({ path, hasMany = false }) => [path, hasMany])).toEqual(
      expect.arrayContaining([
        ['/mypage', false],
        ['/mypage/course', true],
        ['/mypage/lecture/:id', false],
      ]),
    );
  });
});

describe('--pages', () => {
  const paths = (list: string) => {
    const { learner, ...others } = choosePages(list);
    return { ...others, learner: learner.map(({ path }) => path) };
  };

  it('chooses among pages of guests and of learners', () => {
    expect(paths('/course/1,/mypage')).toEqual({
      first: ['/course/1'],
      again: ['/course/1'],
      today: ['/course/1'],
      learner: ['/mypage'],
    });
    expect(paths('/mypage/lecture/:id')).toEqual({
      first: [],
      again: [],
      today: [],
      learner: ['/mypage/lecture/:id'],
    });
  });

  it('may name a public page without a line, for visits that need none', () => {
    expect(paths('/teacher')).toEqual({ first: ['/teacher'], again: ['/teacher'], today: [], learner: [] });
  });

  it('does not pass over a page of members that has no line', () => {
    expect(() => paths('/mypage,/mypage/nowhere')).toThrow('/mypage/nowhere has no line');
  });
});

it('the rows that the command names are those that are measured', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [, told = ''] = /--only ([\w,]+)\]/.exec(read('scripts/bench.mjs')) ?? [];
  const main = read('bench/main.ts');
  const [, standard = ''] = /only: \{[^}]*default:\s*'([\w,]+)'/.exec(main) ?? [];
  expect(told).toBe(standard);
  expect(told.split(',')).toEqual(
    expect.arrayContaining(['starts', 'repeats', 'today', 'newDevice', 'library', 'members']),
  );
  const [, measurements = ''] = /const measurements[^{]*\{([^;]*)\};/.exec(main) ?? [];
  for (const row of told.split(',')) expect([row, measurements.includes(`  ${row}: `)]).toEqual([row, true]);
});
