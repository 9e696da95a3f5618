// What the report of an end-to-end run says beyond passed and failed: what a failed page showed, and where the time went.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { findChromium } from '../tests/offline-kit/browser.ts';

/** Lines of a failed page that are printed: enough to tell an empty page, a skeleton and an error apart. */
const snapshotLines = 60;

/** Every test of the report with its results, whatever depth its group has. */
function* testsOf(suite, file = suite.file) {
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) yield { title: spec.title, file, results: test.results };
  for (const inner of suite.suites ?? []) yield* testsOf(inner, inner.file ?? file);
}

/** The accessibility tree of the page at the failure, which the runner leaves beside the test. */
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

/** What the pages of a failed test said before it failed (tests/offline-kit/diary.ts). */
function diaryOf(result) {
  const body = result.attachments?.find(({ name }) => name === 'diary')?.body;
  return body ? Buffer.from(body, 'base64').toString('utf8') : null;
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** @param {string} report path of the runner's JSON report. */
export function describeRun(report) {
  const { suites } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = suites.flatMap((suite) => [...testsOf(suite)]);
  const results = tests.flatMap(({ title, file, results }) =>
    results.map((result) => ({ title, file, ...result })),
  );
  const pages = results
    .filter(({ status }) => status === 'failed' || status === 'timedOut')
    .map(
      (result) =>
        `the page of ${result.file} › ${result.title}:\n${snapshotOf(result)}\nwhat it said:\n${diaryOf(result)}`,
    );
  const files = new Map();
  for (const { file, duration } of results) files.set(file, (files.get(file) ?? 0) + duration);
  const slowest = [...files].sort(([, a], [, b]) => b - a).slice(0, 12);
  return [
    ...pages,
    `browser: ${findChromium()}; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
    ...slowest.map(([file, duration]) => `  ${seconds(duration).padStart(9)} ${file}`),
  ].join('\n');
}
