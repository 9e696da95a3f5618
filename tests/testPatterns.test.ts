import { globSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import config from '../vitest.config.ts';

// The settings of the browser tests look for a browser, of which nothing is asked here.
vi.stubEnv('CHROMIUM_PATH', process.execPath);
const { default: browserConfig } = await import('../playwright.config.ts');
vi.unstubAllEnvs();

const cwd = join(import.meta.dirname, '..');
const patterns = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
);

/** A folder that was renamed takes its tests out of the run without a word. */
it('every pattern of the test projects fits a test', () => {
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd }).length === 0)).toEqual([]);
});

it('every pattern of the browser tests fits a test, and none is of two projects', () => {
  const testFolder = join(cwd, 'tests');
  const fits = (given: unknown) =>
    [given ?? []].flat().flatMap((pattern) => globSync(String(pattern), { cwd: testFolder }));
  const all = [browserConfig, ...(browserConfig.projects ?? [])].flatMap(({ testMatch, testIgnore }) => [
    ...[testMatch ?? []].flat(),
    ...[testIgnore ?? []].flat(),
  ]);
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter((pattern) => fits(pattern).length === 0)).toEqual([]);
  const taken = (browserConfig.projects ?? []).flatMap(({ testMatch, testIgnore }) => {
    const ignored = fits(testIgnore);
    return fits(testMatch ?? browserConfig.testMatch).filter((file) => !ignored.includes(file));
  });
  expect(taken.toSorted()).toEqual(fits(browserConfig.testMatch).toSorted());
});

/** The runner empties its folder first: a report in it would be lost before the costs of the run are told. */
it('no report of a run lies in the folder that the browser tests empty', () => {
  const emptied = resolve(cwd, browserConfig.outputDir ?? 'test-results');
  const own = [browserConfig.reporter ?? []]
    .flat(2)
    .flatMap((part) => (typeof part === 'object' && 'outputFile' in part ? [String(part.outputFile)] : []));
  expect(own.length).toBeGreaterThan(1);
  const reports = [...own, ...['unit', 'server', 'postgres'].map((name) => `test-results/${name}.json`)];
  expect(reports.filter((file) => !relative(emptied, resolve(cwd, file)).startsWith('..'))).toEqual([]);
});
