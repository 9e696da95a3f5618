// Runs on any Node >= 20 with nothing installed: installs the locked dependencies and the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const packages = join(root, 'node_modules');
const stampFile = join(packages, '.installed');

/** Hash of the files that determine the content of node_modules. */
function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash() && existsSync(projectNode());
}

/** Path of the project's own Node (npm package `node`). */
export function projectNode() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Runs `npm ci` when the locked dependencies are missing or outdated. Ends the process with a message if it fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('必要な部品を取り込んでいます(初回は1〜3分かかります)…');
  // npm empties the folder first; through a link it would empty the packages of another working copy.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(packages);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // On Windows `npm` is a batch file that only a shell can start; inside `npm run` the path of its script is known.
  const options = { cwd: root, stdio: 'inherit' };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0 || !existsSync(projectNode())) {
    console.error('取り込みに失敗しました。ネットワークを確認して、もう一度同じコマンドを実行してください。');
    process.exit(1);
  }
  writeFileSync(stampFile, lockHash());
}

/** Environment in which tools find the project's Node and commands first. */
export function projectEnv(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(projectNode()), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator);
  return { ...process.env, PATH: path, ...extra };
}

/**
 * Forwards signals that end this process to `child`, and ends with the same result. A terminal already sends Ctrl-C to
 * both, so it is forwarded only if there is no terminal.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWith(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // The channel to the parent closes when the parent is gone, however it ended.
  process.on('disconnect', () => child.kill('SIGTERM'));
  // A signal that nobody sent on purpose, such as a kill for lack of memory, is a failure.
  const isWished = (signal) => ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal);
  child.on('exit', (code, signal) => process.exit(code ?? (isWished(signal) ? 0 : 1)));
}

/**
 * Installs what is missing, then starts this script again with the project's Node unless it already runs there. Scripts
 * await it first, so that all later code can rely on Node 24 and the installed packages.
 */
export async function continueOnProjectNode(scriptUrl) {
  ensureInstalled();
  if (process.env.KONO_NODE === '1' && Number(process.versions.node.split('.')[0]) >= 24) return;
  const args = ['--disable-warning=ExperimentalWarning', fileURLToPath(scriptUrl), ...process.argv.slice(2)];
  const child = spawn(projectNode(), args, {
    cwd: process.cwd(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: projectEnv({ KONO_NODE: '1' }),
  });
  endWith(child);
  await new Promise(() => {});
}
