/** An entry of the runner's list of tests (`--list --reporter=json`): a file or a group. */
export type Listed = { file: string; specs: { title: string }[]; suites?: Listed[] };

/** A build that tests run on, as `ensureBuilt` makes it; without `outDir`: `dist/`. */
export type Build = { outDir?: string };

/**
 * A pattern for the runner's `--grep`, which is matched against file, groups, title and tags of a test: all words must
 * occur, in any order, ignoring case.
 */
export function patternOf(words: readonly string[]): string {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${escaped.map((word) => `(?=.*${word})`).join('')}`;
}

function specsOf(suite: Listed): number {
  return suite.specs.length + (suite.suites ?? []).reduce((sum, inner) => sum + specsOf(inner), 0);
}

/** Files with tests, and the number of tests. */
export function testFiles({ suites }: { suites: readonly Listed[] }): { files: string[]; count: number } {
  const found = suites.filter((suite) => specsOf(suite) > 0);
  return {
    files: found.map(({ file }) => file),
    count: found.reduce((sum, suite) => sum + specsOf(suite), 0),
  };
}

/** Builds that the tests of these files run on: `dist`, and for session tests those with hooks. */
export function buildsFor<Made extends Build>(
  files: readonly string[],
  testBuilds: readonly Made[],
): Build[] {
  return [{}, ...(files.some((file) => file.startsWith('e2e/session/')) ? testBuilds : [])];
}
