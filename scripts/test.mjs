// `npm test`: all checks before a change lands, from formatting to end-to-end tests, on a fresh clone. `--fast` is `npm
// run check`; `--all` is `npm run test:all`, the same with the long matrices.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { continueOnProjectNode, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const isFast = process.argv.includes('--fast');
const isAll = process.argv.includes('--all');
/** Number of cases of each property test (tests/properties.ts). */
const cases = isAll ? '2000' : '200';
const results = join(root, 'test-results');
const totals = { passed: 0, failed: 0, skipped: 0 };
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const bin = (...path) => join(root, 'node_modules', ...path);

function runNode(args, extra = {}) {
  return spawnSync(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnv(extra) }).status === 0;
}

/** Seconds since `start`, for people. */
function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}

/** Runs a step that passes or fails as a whole. */
async function step(name, run) {
  const start = performance.now();
  const isOk = await run();
  totals[isOk ? 'passed' : 'failed'] += 1;
  console.log(`${isOk ? '✓' : '✗'} ${name} (${seconds(start)} s)`);
  return isOk;
}

/** Runs a test suite: `read` gets its counts from the report that the runner wrote. */
async function suite(name, run, read) {
  const start = performance.now();
  const isOk = await run();
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read();
  } catch {
    counts.failed = 1;
  }
  // A runner may fail without a failed test, for example if a file cannot be loaded.
  if (!isOk && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  const mark = counts.failed === 0 ? '✓' : '✗';
  console.log(
    `${mark} ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds(start)} s)`,
  );
}

function readVitest(file) {
  const report = JSON.parse(readFileSync(join(results, file), 'utf8'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function readPlaywright(file) {
  const { stats } = JSON.parse(readFileSync(join(results, file), 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function vitest(file, args, extra = {}) {
  // A run of an hour and a half tells what failed when it fails, not at its end.
  const shown = isAll ? 'default' : 'dot';
  const report = [
    `--reporter=${shown}`,
    '--reporter=json',
    `--outputFile.json=${join('test-results', file)}`,
  ];
  return runNode([bin('vitest', 'vitest.mjs'), 'run', ...args, ...report], {
    PROPERTY_CASES: cases,
    ...extra,
  });
}

/** Starts the builds beside the first checks. Resolves with the result when they are done. */
function startBuilds() {
  const child = spawn(projectNode(), [join(root, 'scripts', 'buildForTests.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: projectEnv(),
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ isBuilt: status === 0, ms: Number(said) }));
  });
}

const builds = isFast ? Promise.resolve({ isBuilt: false, ms: 0 }) : startBuilds();

await step('format and lint', () =>
  runNode([bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--max-diagnostics=30', '.']),
);
for (const runtime of ['src', 'sw', 'server', 'tests']) {
  await step(`types: ${runtime}`, () => runNode([bin('typescript', 'bin', 'tsc'), '-p', runtime]));
}
await step('dead code', () => runNode([bin('knip', 'bin', 'knip.js'), '--no-progress']));
await suite(
  'unit and architecture',
  () => vitest('unit.json', ['--project', 'unit']),
  () => readVitest('unit.json'),
);
const { findPostgres } = await import('../server/testing/postgres.ts');
/**
 * What runs on both databases runs once in `npm test` where PostgreSQL is there: on it. The embedded database has the
 * whole app on it in the tests of the browser. `npm run test:all` runs all of it on both.
 */
const isOnce = !isFast && !isAll && findPostgres() !== null;
await suite(
  'server',
  () => vitest('server.json', ['--project', 'server'], isOnce ? { SERVER_ONCE: '1' } : {}),
  () => readVitest('server.json'),
);

if (!isFast) {
  await suite(
    'server on PostgreSQL',
    () => vitest('postgres.json', ['--project', 'server-postgres']),
    () => readVitest('postgres.json'),
  );
  const { isBuilt, ms } = await builds;
  await step('build', () => isBuilt);
  const { checkSize } = await import('./size.ts');
  if (isBuilt) await step('size budget', () => checkSize());
  const { ensureBrowser } = await import('./browser.mjs');
  const hasBrowser = await step('browser', () => ensureBrowser());
  if (isBuilt && hasBrowser) {
    const size = isAll ? [] : ['--grep-invert', '@long'];
    await suite(
      'end to end',
      () => runNode([bin('@playwright', 'test', 'cli.js'), 'test', ...size]),
      () => readPlaywright('e2e.json'),
    );
    const { describeRun } = await import('./describeRun.mjs');
    console.log(describeRun(results, { build: ms }));
  }
  if (isAll && isBuilt) {
    await suite(
      'three engines',
      () => runNode([join(root, 'scripts', 'engines.mjs')]),
      () => readPlaywright('engines.json'),
    );
  }
}

console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed ? 1 : 0);
