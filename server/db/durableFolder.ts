import { fstatSync, fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file of the engine: `nfd` is the system's file descriptor. */
type EngineFile = { nfd: number };
/** What we use of the engine's file system (emscripten's NODEFS), which has no call that syncs. */
type EngineFiles = {
  stream_ops: { fsync?(file: EngineFile): number };
  tryFSOperation<Result>(run: () => Result): Result;
};

/** Error codes of systems that cannot sync a folder: then there is nothing to do (PostgreSQL does the same). */
const notForFolders = new Set(['EBADF', 'EINVAL', 'EISDIR', 'EPERM']);

/**
 * A failed sync may have lost data, and a second sync would not report it. PostgreSQL then ends itself and recovers
 * from its log at the next start. The engine inside this process would hang instead, so the process ends.
 */
function endProcess(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

function syncFile(file: EngineFile): number {
  try {
    fsyncSync(file.nfd);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (notForFolders.has(code) && fstatSync(file.nfd).isDirectory()) return 0;
    endProcess(error);
    throw error;
  }
  return 0;
}

/** A data folder that is synced when PostgreSQL asks for it. PGlite's own class answers "done" and does nothing. */
class SyncedFolder extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>) {
    const made = await super.init(...given);
    const { preRun = [] } = made.emscriptenOpts;
    preRun.push((engine) => {
      const files = engine.NODEFS as unknown as EngineFiles;
      files.stream_ops.fsync = (file) => files.tryFSOperation(() => syncFile(file));
    });
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun } };
  }
}

/**
 * Lets PGlite keep a folder as PostgreSQL would: its log is on the disk before a commit is answered. By itself PGlite
 * starts with `-F` (never sync), and its `fdatasync` does nothing whatever is set, so the log is synced by `fsync`.
 */
export function durable(folder: string): PGliteOptions {
  const usual = PGlite.defaultStartParams.filter((param) => param !== '-F');
  return {
    fs: new SyncedFolder(folder),
    startParams: [...usual, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  };
}

/** Syncs one file or folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Syncs a folder with everything in it. No commit writes a new database, so nothing else would sync it. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) if (entry.isFile()) await syncPath(join(entry.parentPath, entry.name));
  if (process.platform === 'win32') return;
  for (const entry of entries) if (entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name));
  await syncPath(folder);
  await syncPath(join(folder, '..'));
}
