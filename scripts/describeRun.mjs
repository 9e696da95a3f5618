// Adds to the report of an end-to-end run: what a failed page showed, and where the time was spent.
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from '../tests/offline-kit/browser.ts';
import { costLines } from './costs.ts';
import { root } from './setup.mjs';

/** Number of printed lines of a failed page: enough to tell an empty page, a skeleton and an error apart. */
const snapshotLines = 60;

/** Every test of the report with its results, at any nesting depth. */
function* testsOf(suite, file = suite.file) {
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) yield { title: spec.title, file, results: test.results };
  for (const inner of suite.suites ?? []) yield* testsOf(inner, inner.file ?? file);
}

/** The accessibility tree of the page at the failure, which the runner stores beside the test. */
function snapshotOf(result) {
  const path = result.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (!path) return null;
  try {
    const [, snapshot] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8')) ?? [];
    return snapshot?.split('\n').slice(0, snapshotLines).join('\n') ?? null;
  } catch {
    return null;
  }
}

/** What the pages of a failed test logged before it failed (tests/offline-kit/diary.ts). */
function diaryOf(result) {
  const body = result.attachments?.find(({ name }) => name === 'diary')?.body;
  return body ? Buffer.from(body, 'base64').toString('utf8') : null;
}

/** Files of a report of Vitest with their durations. */
function filesOf({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    duration: endTime - startTime,
  }));
}

/**
 * @param {string} folder of the reports: the runners' own (`e2e.json`, and of Vitest `unit.json`, `server.json`,
 * `postgres.json`) and that of scripts/costReporter.ts.
 * @param {{ build?: number }} also what else the run waited for, ms.
 */
export function describeRun(folder, { build = 0 } = {}) {
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { suites } = read('e2e.json');
  const tests = suites.flatMap((suite) => [...testsOf(suite)]);
  const results = tests.flatMap(({ title, file, results }) =>
    results.map((result) => ({ title, file, ...result })),
  );
  const reports = ['unit.json', 'server.json', 'postgres.json'];
  const lost = reports.filter((file) => !existsSync(join(folder, file)));
  const vitest = reports.filter((file) => !lost.includes(file)).flatMap((file) => filesOf(read(file)));
  const pages = results
    .filter(({ status }) => status === 'failed' || status === 'timedOut')
    .map(
      (result) =>
        `the page of ${result.file} › ${result.title}:\n${snapshotOf(result)}\nwhat it said:\n${diaryOf(result)}`,
    );
  return [
    ...pages,
    ...lost.map((file) => `no report ${file}: what ran there is not among the costs`),
    `browser: ${findChromium()}; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
    `build: ${(build / 1000).toFixed(1)} s`,
    ...costLines(read('costs.json'), results, vitest),
  ].join('\n');
}
