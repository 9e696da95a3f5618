import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './leftovers.ts';

/** A change of one line that breaks a promise. */
type Bug = { file: string; from: string; to: string };

/** Planted bugs the chaos run must find: in a copy of the sources, never in the product. */
export const bugs = {
  /** Tries of one change do not carry its key. */
  key: {
    file: 'src/shared/lib/outbox/deliver.ts',
    from: "const headers = { 'Idempotency-Key': key };",
    to: 'const headers = {}; void key;',
  },
  /** A change leaves the queue before the server has answered. */
  clear: {
    file: 'src/shared/lib/outbox/deliver.ts',
    from: 'await db.outbox.put(claimed);',
    to: 'await db.outbox.delete(claimed.seq);',
  },
  /** Every tab sends, whatever the others do. */
  lock: {
    file: 'src/shared/lib/outbox/drain.ts',
    from: 'await holdLock(',
    to: 'await ((_name: string, work: () => Promise<void>) => work())(',
  },
} as const satisfies Record<string, Bug>;

export type BugName = keyof typeof bugs;

const root = join(import.meta.dirname, '..', '..');
const parts = [
  'src',
  'sw',
  'public',
  'scripts',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package.json',
];

/** Builds the app with a bug planted. @returns the build's folder, which goes with this process. */
export function buildWithBug(name: BugName): string {
  const { file, from, to } = bugs[name];
  const copy = makeFolder('konomanavi-bug-');
  for (const part of [...parts, 'tsconfig.json', 'tsconfig.base.json', 'package-lock.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const source = readFileSync(join(copy, file), 'utf8');
  if (source.split(from).length !== 2) throw new Error(`The bug "${name}" has no place in ${file} any more.`);
  writeFileSync(join(copy, file), source.replace(from, to));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', 'dist', '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: 'inherit', env });
  if (status !== 0) throw new Error('The build failed.');
  return join(copy, 'dist');
}
