import { storageHealth } from './health.ts';
import type { UserDb } from './schema.ts';

const canaryKey = 'canary';
const copyPrefix = 'storage.canary.';

/**
 * Notices that the browser evicted the database. A mark is stored in the database, with a copy in localStorage. If only
 * the copy is left, the database was evicted, and the data is fetched again. It never counts as "the learner deleted
 * it" (offline.md 3.50, 3.51).
 */
export async function checkCanary(db: UserDb): Promise<void> {
  // A database in memory is empty at every start, so it says nothing about an eviction.
  if (storageHealth.get() === 'memory') return;
  const copy = readCopy(db.name);
  const row = await db.meta.get(canaryKey);
  if (row) {
    writeCopy(db.name, String(row.value));
    return;
  }
  if (copy !== null) storageHealth.set('evicted');
  const mark = crypto.randomUUID();
  await db.meta.put({ key: canaryKey, value: mark });
  writeCopy(db.name, mark);
}

/** Deletes the copy, when the database is deleted on purpose. */
export function dropCanary(name: string): void {
  try {
    localStorage.removeItem(copyPrefix + name);
  } catch {
    // Storage is blocked: there was no copy either.
  }
}

function readCopy(name: string): string | null {
  try {
    return localStorage.getItem(copyPrefix + name);
  } catch {
    return null;
  }
}

function writeCopy(name: string, mark: string): void {
  try {
    localStorage.setItem(copyPrefix + name, mark);
  } catch {
    // Without the copy an eviction is not noticed; no data is lost.
  }
}
