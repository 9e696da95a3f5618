import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Holds tests/README.md to its word: every failure mode has a row, and what a row names exists. */
const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** Failure modes that the catalogue wants automated first, without exception. */
const automatedFirst = [
  1, 2, 4, 5, 7, 9, 15, 16, 22, 30, 33, 35, 36, 39, 40, 41, 43, 45, 51, 52, 54, 58, 61, 62, 65, 68, 70, 71,
  75, 76, 78, 81,
];
/** Those of them that concern Chromium alone. */
const chromiumOnly = [52];

type Row = {
  number: number;
  name: string;
  tests: { file: string; title: string }[];
  steps: string[];
  engines: string;
};

const rows: Row[] = readme
  .split('\n')
  .filter((line) => /^\| +\d+ +\|/.test(line))
  .map((line) => {
    const [, number = '', name = '', proof = '', engines = ''] = line.split('|').map((cell) => cell.trim());
    return {
      number: Number(number),
      name,
      tests: [...proof.matchAll(/`([^`]+)` «([^»]+)»/g)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
      steps: [...proof.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor),
      engines,
    };
  });

/** What Playwright runs in Chromium with `npm test`: the production build in a real browser (playwright.config.ts). */
const inChromium = /^tests\/e2e\/.+\.spec\.ts$/;

/** Titles of the tests of a file that run: not of groups and steps, nor of what is skipped or commented out. */
function titles(file: string): string[] {
  const call =
    /^[ \t]*(?:test|bareTest|it)(?:\.(?!describe|step|skip|fixme|todo)\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gms;
  const path = join(root, file);
  return existsSync(path)
    ? [...readFileSync(path, 'utf8').matchAll(call)].map(([, , title = '']) => title)
    : [];
}

/** Whether the file has a test of such a title. */
function isThere({ file, title }: { file: string; title: string }): boolean {
  return titles(file).some((known) => known.includes(title));
}

/** The address of a heading, as Markdown makes it. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

describe('the catalogue of failure modes', () => {
  it('has all 85, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 85 }, (_, at) => at + 1));
  });

  it('has a test or steps on a phone for each', () => {
    expect(rows.filter(({ tests, steps }) => tests.length + steps.length === 0)).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(({ number, tests }) => tests.map((one) => ({ number, ...one })));
    expect(named.filter((one) => !isThere(one))).toEqual([]);
  });

  it('names steps that exist', () => {
    const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => anchor(heading));
    expect(rows.flatMap(({ steps }) => steps).filter((one) => !headings.includes(one))).toEqual([]);
  });

  it('has a test in Chromium for each that is to be automated first, and in the other engines where it concerns them', () => {
    const first = rows.filter(({ number }) => automatedFirst.includes(number));
    const isProved = (row: Row) => row.tests.some((one) => inChromium.test(one.file) && isThere(one));
    expect(first.filter((row) => !isProved(row)).map(({ number }) => number)).toEqual([]);
    const elsewhere = first.filter(({ number }) => !chromiumOnly.includes(number));
    expect(elsewhere.filter(({ engines }) => engines !== 'C W F').map(({ number }) => number)).toEqual([]);
  });
});
