import { troubleOf } from '../storage/saving.ts';
import { openAppDb } from './appDb.ts';

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
    if (troubleOf(error) === 'full') return readCopy() ?? passingId();
    throw error;
  });
  return known;
}

let passing: string | null = null;

/**
 * Temporary id for this page if the storage is full; the next page has another one. Made when it is needed, not when the
 * module loads: plain http has no `randomUUID`, and a page there still has to say what is wrong (exams.md 7, row 56).
 */
function passingId(): string {
  passing ??= crypto.randomUUID();
  return passing;
}

async function readOrMake(): Promise<string> {
  const app = await openAppDb();
  const id = await app.transaction('rw', app.meta, async () => {
    const row = await app.meta.get(key);
    if (row) return String(row.value);
    const made = readCopy() ?? passingId();
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
