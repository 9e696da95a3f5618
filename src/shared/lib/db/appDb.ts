import { hashedDbName, saltCopy } from './dbName.ts';
import { openDatabase } from './open.ts';
import { type AppDb, declareAppVersions } from './schema.ts';

const saltKey = 'salt';
let opening: Promise<AppDb> | null = null;

/** The device's database, opened once per tab. */
export function openAppDb(): Promise<AppDb> {
  opening ??= openDatabase<AppDb>('app', declareAppVersions);
  return opening;
}

/** Name of a learner's database, see `hashedDbName`. The salt never leaves this device. */
export async function userDbName(userId: string): Promise<string> {
  return hashedDbName(await deviceSalt(), userId);
}

/** Reads the copy of the salt if there is one: the first screen then need not wait for a second database. */
async function deviceSalt(): Promise<string> {
  const copy = readSalt();
  if (copy !== null) return copy;
  const app = await openAppDb();
  const salt = await app.transaction('rw', app.meta, async () => {
    const row = await app.meta.get(saltKey);
    if (row) return String(row.value);
    const made = crypto.randomUUID();
    await app.meta.put({ key: saltKey, value: made });
    return made;
  });
  try {
    localStorage.setItem(saltCopy, salt);
  } catch {
    // Storage is blocked: the database is read each time.
  }
  return salt;
}

function readSalt(): string | null {
  try {
    return localStorage.getItem(saltCopy);
  } catch {
    return null;
  }
}
