import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What this process would leave behind; thrown away in this order, so that nobody writes into a deleted folder. */
const leftovers = new Set<() => void>();

process.on('exit', () => {
  for (const drop of [...leftovers].reverse()) drop();
});

/** Has `drop`, which must not wait for anything, done when the process ends in any way it can notice. */
export function dropAtExit(drop: () => void): void {
  leftovers.add(drop);
}

/** A temporary folder that is deleted with the process. */
export function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  dropAtExit(() => dropFolder(folder));
  return folder;
}

/** Deletes a folder although a process that was ended a moment ago may still be writing its last file into it. */
export function dropFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/**
 * A process that is told to end, or whose parent is gone, ends by `exit`, which throws away what it would leave: by
 * default a signal ends it without a word.
 */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
  process.on('disconnect', () => process.exit(1));
}
