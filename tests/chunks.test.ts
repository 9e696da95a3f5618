import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, namedIcons, namedModules, namedPackages } from '../scripts/chunks.ts';

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

/** One that fits is enough for a pattern of several, so the others could go without a word. */
test('a name is one module, not a pattern of several', () => {
  expect(namedModules.map(({ name }) => name).filter((name) => !/^[\w./-]+$/.test(name))).toEqual([]);
});

test('every package and icon that a group names is there', () => {
  expect([namedPackages.length, namedIcons.length].every((count) => count > 10)).toBe(true);
  const isThere = (path: string) => globSync(path, { cwd: join(root, 'node_modules') }).length > 0;
  expect(namedPackages.filter((name) => !isThere(name))).toEqual([]);
  const icons = '@tabler/icons-react/dist/esm/icons';
  expect(namedIcons.filter((name) => !isThere(`${icons}/Icon${name}.mjs`))).toEqual([]);
});

test('no group is without modules', () => {
  const ofOurs = chunkGroups.filter(({ test }) => test && !/node_modules|@tabler/.test(test.source));
  expect(
    ofOurs.filter(({ test }) => !files.some((file) => test?.test(file))).map(({ name }) => name),
  ).toEqual([]);
});
