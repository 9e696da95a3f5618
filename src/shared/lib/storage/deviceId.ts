import { openAppDb } from '../db/appDb.ts';
import { troubleOf } from './saving.ts';

const key = 'playing-device';
const copyKey = 'storage.device';
let known: Promise<string> | null = null;

/**
 * Random id of this browser, by which the server distinguishes devices; made once, without personal data. A copy in
 * localStorage preserves it when the browser evicts the databases: the server then still knows what was kept here.
 */
export function deviceId(): Promise<string> {
  known ??= readOrMake().catch((error: unknown) => {
    // A failure is not cached for the life of the page: the database may work for the next caller.
    known = null;
    if (troubleOf(error) === 'full') return readCopy() ?? passing;
    throw error;
  });
  return known;
}

/** Temporary id for this page if the storage is full; the next page has another one. */
const passing = crypto.randomUUID();

async function readOrMake(): Promise<string> {
  const app = await openAppDb();
  const id = await app.transaction('rw', app.meta, async () => {
    const row = await app.meta.get(key);
    if (row) return String(row.value);
    const made = readCopy() ?? passing;
    await app.meta.put({ key, value: made });
    return made;
  });
  writeCopy(id);
  return id;
}

function readCopy(): string | null {
  try {
    return localStorage.getItem(copyKey);
  } catch {
    return null;
  }
}

function writeCopy(id: string): void {
  try {
    localStorage.setItem(copyKey, id);
  } catch {
    // Storage is blocked: after an eviction the id will be a new one.
  }
}
