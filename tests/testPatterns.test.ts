import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../vitest.config.ts';

const cwd = join(import.meta.dirname, '..');
const patterns = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
);

/** A folder that was renamed takes its tests out of the run without a word. */
it('every pattern of the test projects fits a test', () => {
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd }).length === 0)).toEqual([]);
});
