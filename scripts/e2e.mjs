// `npm run e2e -- <words>`: runs the browser tests whose file and title contain all the words. Builds are made again
// only if their sources have changed. The first argument that begins with `-`, and all after it, go to the runner: `npm
// run e2e -- login --headed`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const { buildsFor, patternOf, testFiles } = await import('./pickTests.ts');
const { testBuilds } = await import('./testBuilds.mjs');

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('-'));
const words = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
if (words.length === 0) {
  console.error('言葉を1つ以上指定してください。例: npm run e2e -- screens catalogue');
  process.exit(2);
}

/** Runs Playwright; `isQuiet`: returns its output instead of showing it. */
function playwright(args, isQuiet = false) {
  return spawnSync(
    projectNode(),
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...args],
    {
      cwd: root,
      stdio: isQuiet ? ['ignore', 'pipe', 'inherit'] : 'inherit',
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: projectEnv(),
    },
  );
}

const pattern = ['--grep', patternOf(words)];
const listed = playwright(['--list', '--reporter=json', ...pattern], true);
const { files, count } = testFiles(JSON.parse(listed.stdout));
if (count === 0) {
  console.error(
    `「${words.join(' ')}」のすべてに当てはまるテストはありません。ファイル名か題名の一部を指定してください。`,
  );
  process.exit(1);
}
console.log(`${count}件のテスト(${files.length}ファイル): ${words.join(' ')}`);

const { ensureBuilt } = await import('./build.mjs');
const { ensureBrowser } = await import('./browser.mjs');
for (const build of buildsFor(files, testBuilds)) await ensureBuilt({ ...build, quiet: true });
if (!ensureBrowser()) process.exit(1);
const run = playwright([...files, '--reporter=list', ...pattern, ...options]);
process.exit(run.status ?? 1);
