import { openAppDb } from '../db/appDb.ts';
import { troubleOf } from './saving.ts';

const key = 'playing-device';
const copyKey = 'storage.device';
let known: Promise<string> | null = null;

/**
 * Random name of this browser, by which the server tells devices apart; made once, without personal data. A copy in
 * localStorage keeps it when the browser throws the databases away: the server then still knows what was kept here.
 */
export function deviceId(): Promise<string> {
  known ??= readOrMake().catch((error: unknown) => {
    // Not for the life of the page: the next one who asks may find the database well.
    known = null;
    if (troubleOf(error) === 'full') return readCopy() ?? passing;
    throw error;
  });
  return known;
}

/** The name while a full storage takes none: the next page has another one. */
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
    // Storage is blocked: the name is another one after a loss.
  }
}
