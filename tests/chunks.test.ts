import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, namedModules } from '../scripts/chunks.ts';

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => `/src/${file.replaceAll('\\', '/')}`);

/** A name that fits nothing is a module that has moved or gone: its group loses it without a word. */
test('every module that a group names is there', () => {
  expect(namedModules.length).toBeGreaterThan(100);
  expect(
    namedModules.filter(({ test }) => !files.some((file) => test.test(file))).map(({ name }) => name),
  ).toEqual([]);
});

test('no group is without modules', () => {
  const ofOurs = chunkGroups.filter(({ test }) => test && !/node_modules|@tabler/.test(test.source));
  expect(
    ofOurs.filter(({ test }) => !files.some((file) => test?.test(file))).map(({ name }) => name),
  ).toEqual([]);
});
