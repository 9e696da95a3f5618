import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandHost, isServerRunning, listenForCommands } from './cli/control.ts';

/** Another process has the embedded database open. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  constructor(dataDir: string, pid: number) {
    super(
      `データフォルダ ${dataDir} は、別のサーバー(プロセス ${pid})が使用中です。先にそちらを終了するか、DATA_DIR で別のフォルダを指定してください。`,
    );
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid || !(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function tryCreate(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Milliseconds between taking the lock and listening on the control socket, at most. */
const startTime = 1500;

/**
 * Whether a lock was left by a crash: its process is gone, or its number now belongs to a process that is no server.
 */
async function isLeftOver(dataDir: string, pid: number): Promise<boolean> {
  for (let waited = 0; isAlive(pid); waited += 250) {
    if (await isServerRunning(dataDir)) return false;
    if (waited >= startTime) return true;
    await pause(250);
  }
  return !(await isServerRunning(dataDir));
}

/** The embedded database of a folder, held by this process. */
export type FolderLock = {
  /** Sets what to do with commands of other processes; they wait until then. */
  host(commands: CommandHost): void;
  /** Gives the folder back. */
  release(): Promise<void>;
};

async function hold(dataDir: string, file: string): Promise<FolderLock> {
  const { promise, resolve } = Promise.withResolvers<CommandHost>();
  const server = await listenForCommands(dataDir, promise);
  return {
    host: resolve,
    async release() {
      resolve({ refusal: 'サーバーは終了しました。' });
      await new Promise((closed) => server.close(closed));
      if (readPid(file) === process.pid) rmSync(file, { force: true });
    },
  };
}

/**
 * Takes the embedded database of a folder for this process. Only one process may have PGlite's files open. The process
 * that has them listens on the control socket, which proves that the lock is not a leftover. Throws `FolderInUseError`.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'server.lock');
  for (let tries = 0; tries < 3; tries += 1) {
    if (tryCreate(file)) return hold(dataDir, file);
    const pid = readPid(file);
    if (!(await isLeftOver(dataDir, pid))) throw new FolderInUseError(dataDir, pid);
    if (readPid(file) === pid) rmSync(file, { force: true });
  }
  throw new FolderInUseError(dataDir, readPid(file));
}
