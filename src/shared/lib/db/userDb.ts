import { holdLock } from '../storage/webLock.ts';
import { now } from '../time/clock.ts';
import { openAppDb, userDbName } from './appDb.ts';
import { checkCanary, dropCanary } from './canary.ts';
import { databaseExists, deleteDatabase, openDatabase, openInMemory } from './open.ts';
import { declareUserVersions, type UserDb } from './schema.ts';
import { sealedTables } from './sealedTables.ts';

/** How long sealing or deleting waits for another tab that does the same, ms; that tab may be frozen. */
const turnPatienceMs = 5000;
/** Unsent work of a learner who does not come back is deleted after 30 days (product.md 3.2). */
const sealedForMs = 30 * 24 * 60 * 60 * 1000;

let noted: Promise<void> = Promise.resolve();
let current: { userId: string; opening: Promise<UserDb>; db: UserDb | null } | null = null;

/**
 * Opens the database of the logged-in learner and closes that of another learner. Repeated calls give the same
 * database. A learner without an id, or a browser without usable storage, gets a database in memory.
 */
export function openUserDb(userId: string): Promise<UserDb> {
  if (current?.userId === userId) return current.opening;
  closeUserDb();
  const mine: typeof current = { userId, opening: openFor(userId), db: null };
  current = mine;
  mine.opening.then(
    (db) => {
      if (current === mine) mine.db = db;
      else db.close();
    },
    () => undefined,
  );
  return mine.opening;
}

/** Resolves when it is known whether the browser emptied the open database; see `storageHealth`. */
export function userDbNoted(): Promise<void> {
  return noted;
}

/**
 * The open database of the logged-in learner.
 *
 * @throws Error when none is open. Every member route waits until it is open; other callers must not ask.
 */
export function currentDb(): UserDb {
  if (!current?.db) throw new Error('No learner database is open.');
  return current.db;
}

/** Whether this database still belongs to the logged-in learner. */
export function isUserDbOpen({ name }: Pick<UserDb, 'name'>): boolean {
  return current?.db?.name === name;
}

/** Closes the open database, so that late writes of the ended session fail and change nothing. */
export function closeUserDb(): void {
  current?.db?.close();
  current = null;
}

/** Deletes all that is stored for a learner, unsent work included. Safe to repeat. */
export async function deleteUserDb(userId: string): Promise<void> {
  if (current?.userId === userId) closeUserDb();
  if (!userId) return;
  await forget(await userDbName(userId));
}

/**
 * Deletes the copies of server data and leaves unsent work sealed for the same learner (session.md 7.1). Does not
 * create a database again that a logout in another tab has deleted.
 */
export async function sealUserDb(userId: string): Promise<void> {
  if (current?.userId === userId) closeUserDb();
  if (userId) await seal(await userDbName(userId));
}

/** The same for every learner known on this device. */
export async function sealEveryDb(): Promise<void> {
  closeUserDb();
  const app = await openAppDb();
  for (const { name } of await app.users.toArray()) await seal(name);
}

/** Deletes databases of learners who have not been here for 30 days. */
export async function deleteForgottenDbs(): Promise<void> {
  const app = await openAppDb();
  const rows = await app.users
    .where('last_used_at')
    .below(now() - sealedForMs)
    .toArray();
  for (const row of rows) await forget(row.name);
}

async function openFor(userId: string): Promise<UserDb> {
  const name = userId ? await userDbName(userId).catch(() => null) : null;
  if (name === null) return openInMemory<UserDb>('u_memory', declareUserVersions);
  const db = await openDatabase<UserDb>(name, declareUserVersions);
  noted = note(db).catch((error: unknown) => console.warn('storage: not noted', error));
  return db;
}

/**
 * Work that the first screen does not wait for: notes that the database was used, and whether the browser emptied it.
 */
async function note(db: UserDb): Promise<void> {
  await checkCanary(db);
  const app = await openAppDb();
  await app.users.put({ name: db.name, last_used_at: now() });
}

/** Tabs take turns: a tab that seals must not create again what another one has just deleted (offline.md 3.46). */
function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  return holdLock(`end-of:${name}`, work, turnPatienceMs);
}

function seal(name: string): Promise<void> {
  return inTurn(name, () => empty(name));
}

async function empty(name: string): Promise<void> {
  const app = await openAppDb();
  if (!(await app.users.get(name)) || !(await databaseExists(name))) return;
  const db = await openDatabase<UserDb>(name, declareUserVersions);
  const tables = db.tables.filter((table) => !sealedTables.includes(table.name));
  await db.transaction('rw', tables, () => Promise.all(tables.map((table) => table.clear())));
  db.close();
}

function forget(name: string): Promise<void> {
  return inTurn(name, async () => {
    const app = await openAppDb();
    await app.users.delete(name);
    await deleteDatabase(name);
    dropCanary(name);
  });
}
