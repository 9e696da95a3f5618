import { describe, expect, it } from 'vitest';
import { buildsFor, patternOf, testFiles } from '../scripts/pickTests.ts';

describe('words that pick browser tests', () => {
  const isPicked = (words: string[], name: string) => new RegExp(patternOf(words), 'gi').test(name);
  const name = 'e2e/screens/catalogue.spec.ts a guest searches (教科) and filters @long';

  it('must all be in the file, the title or the tags, in any order', () => {
    expect(isPicked(['filters', 'Catalogue'], name)).toBe(true);
    expect(isPicked(['@long', '教科'], name)).toBe(true);
    expect(isPicked(['catalogue', 'login'], name)).toBe(false);
  });

  it('are no patterns', () => {
    expect(isPicked(['(教科)'], name)).toBe(true);
    expect(isPicked(['gu.st'], name)).toBe(false);
  });

  it('lead to files and a number of tests, through all groups', () => {
    const suites = [
      { file: 'a', specs: [{ title: '1' }], suites: [{ file: 'a', specs: [{ title: '2' }] }] },
      { file: 'b', specs: [] },
    ];
    expect(testFiles({ suites })).toEqual({ files: ['a'], count: 2 });
    expect(testFiles({ suites: [] })).toEqual({ files: [], count: 0 });
  });

  it('have the builds with hooks made for tests of the session alone', () => {
    const probe = { outDir: 'dist-probe' };
    expect(buildsFor(['e2e/screens/home.spec.ts'], [probe])).toEqual([{}]);
    expect(buildsFor(['e2e/session/login.spec.ts', 'e2e/screens/home.spec.ts'], [probe])).toEqual([
      {},
      probe,
    ]);
  });
});
