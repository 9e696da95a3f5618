/** What the runner's list of tests (`--list --reporter=json`) says of a file or a group. */
export type Listed = { file: string; specs: { title: string }[]; suites?: Listed[] };

/** A build that tests run on, as `ensureBuilt` makes it; without a name: `dist/`. */
export type Build = { outDir?: string };

/**
 * A pattern for the runner's `--grep`, which looks at file, groups, title and tags of a test: all words are there, in
 * whatever order, letters large or small.
 */
export function patternOf(words: readonly string[]): string {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${escaped.map((word) => `(?=.*${word})`).join('')}`;
}

function specsOf(suite: Listed): number {
  return suite.specs.length + (suite.suites ?? []).reduce((sum, inner) => sum + specsOf(inner), 0);
}

/** Files with tests in them, and how many tests there are. */
export function testFiles({ suites }: { suites: readonly Listed[] }): { files: string[]; count: number } {
  const found = suites.filter((suite) => specsOf(suite) > 0);
  return {
    files: found.map(({ file }) => file),
    count: found.reduce((sum, suite) => sum + specsOf(suite), 0),
  };
}

/** Builds that the tests of these files run on: `dist`, and for the session those with its hooks. */
export function buildsFor<Made extends Build>(
  files: readonly string[],
  testBuilds: readonly Made[],
): Build[] {
  return [{}, ...(files.some((file) => file.startsWith('e2e/session/')) ? testBuilds : [])];
}
