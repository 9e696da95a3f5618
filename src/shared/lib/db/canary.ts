import { storageHealth } from './health.ts';
import type { UserDb } from './schema.ts';

const canaryKey = 'canary';
const copyPrefix = 'storage.canary.';

/**
 * Notices that the browser threw the database away: a mark lies in the database and, as a copy, in localStorage. The
 * copy without the mark means eviction, and what is gone is fetched again; it is never taken for "the learner deleted
 * it" (offline.md 3.50, 3.51).
 */
export async function checkCanary(db: UserDb): Promise<void> {
  // A database in memory is empty at every start: that says nothing about what the browser did.
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

/** Forgets the copy, when the database is deleted on purpose. */
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
    // Without the copy an eviction is not noticed; nothing else is lost.
  }
}
