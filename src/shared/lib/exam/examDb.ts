import { Dexie, type DexieOptions, type Table } from 'dexie';
import { userDbName } from '../db/appDb.ts';
import { storageHealth } from '../db/health.ts';
import { savingFailedBehind } from '../storage/saving.ts';
import { pause } from '../time/pause.ts';
import { hasExamsHere } from './examsHere.ts';
import type { AttemptRow, CellRow, EventRow, KeyRow, NoteRow, PackRow, StrokeRow } from './rows.ts';

/** The longest pause between two attempts to reopen a database that the browser closed, ms. */
const longestPauseMs = 10_000;
const prefix = 'x_';

/**
 * The exams of one learner on this device (exams.md 3.2). They are separate from other data, because a forced end of
 * the session empties that, and a running exam must not be affected. Data is deleted only after the server has
 * acknowledged it.
 */
export type ExamDb = Dexie & {
  attempts: Table<AttemptRow, string>;
  cells: Table<CellRow, [string, string]>;
  events: Table<EventRow, [string, number]>;
  keys: Table<KeyRow, string>;
  packs: Table<PackRow, string>;
  notes: Table<NoteRow, [string, string]>;
  strokes: Table<StrokeRow, [string, string]>;
};

/** Declares every version of the database. Append only, as in db/schema.ts. */
export function declareExamVersions(db: Dexie): void {
  db.version(1).stores({
    attempts: 'id, state, exam',
    cells: '[attempt+slot], attempt',
    events: '[attempt+n], attempt',
    keys: 'id',
    packs: 'id, exam',
    notes: '[attempt+question], attempt',
    strokes: '[attempt+question], attempt',
  });
}

/**
 * Name of a learner's exam database. It uses the same hash as the other database, so the name does not tell whose it
 * is.
 */
export async function examDbName(userId: string): Promise<string> {
  return prefix + (await userDbName(userId)).replace(/^u_/, '');
}

/** The part of a database name that its cache names share. */
export function hashOf(dbName: string): string {
  return dbName.replace(/^[ux]_/, '');
}

let current: { name: string; opening: Promise<ExamDb> } | null = null;
let memory: DexieOptions | null = null;
const holds = new Set<symbol>();
/** Databases that another tab waits for. */
const wanted = new Set<Dexie>();

/**
 * A running exam keeps its database open even if a newer version in another tab wants to upgrade it. That tab waits
 * until no exam of this tab is running (row 59).
 *
 * @returns releases the hold.
 */
export function holdExamDb(): () => void {
  const hold = Symbol('exam');
  holds.add(hold);
  return () => {
    holds.delete(hold);
    if (holds.size > 0) return;
    for (const db of wanted) giveWay(db);
    wanted.clear();
  };
}

/** Closes the database for another tab. A later use here opens it again, in the version that the other tab made. */
function giveWay(db: Dexie): void {
  db.close({ disableAutoOpen: false });
}

/** Whether data stored here is lost with the tab: private mode, blocked storage (row 50). */
export function isExamDbPassing(): boolean {
  return memory !== null;
}

/** Opens the database of a learner, once per tab. */
export async function openExamDb(userId: string): Promise<ExamDb> {
  const name = await examDbName(userId).catch(() => `${prefix}memory`);
  if (current?.name !== name) current = { name, opening: openOrMemory(name) };
  return current.opening;
}

/** The learner's exams on this device, if there are any; makes no database. */
export async function openExamDbIfThere(userId: string): Promise<ExamDb | null> {
  if (!hasExamsHere()) return null;
  const name = await examDbName(userId);
  const isThere = current?.name === name || (await examDbNames()).includes(name);
  return isThere ? openExamDb(userId) : null;
}

/** Opens a database by its name, for code that looks through all of them. The caller closes it. */
export function openExamDbNamed(name: string): Promise<ExamDb> {
  return current?.name === name ? current.opening : open(name, {});
}

/** Whether this page works with this database; then nobody else may close it. */
export function isOpenExamDb({ name }: Pick<ExamDb, 'name'>): boolean {
  return current?.name === name;
}

/** Names of the exam databases in this browser. */
export async function examDbNames(): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(prefix));
}

/** Deletes a database. Its owner has nothing unsent in it. */
export async function deleteExamDb(name: string): Promise<void> {
  if (current?.name === name) {
    (await current.opening.catch(() => null))?.close();
    current = null;
  }
  await new Dexie(name).delete();
}

async function openOrMemory(name: string): Promise<ExamDb> {
  try {
    if (memory) return await open(name, memory);
    return await open(name, {});
  } catch (error) {
    console.warn('exam: no storage, keeping the exam in memory', error);
    const fake = await import('fake-indexeddb');
    memory = { indexedDB: new fake.IDBFactory(), IDBKeyRange: fake.IDBKeyRange };
    storageHealth.set('memory');
    return open(name, memory);
  }
}

/**
 * Unlike other databases this one stays open while the page is in the page cache: no other page writes here meanwhile,
 * and a page that comes back must have its exam at once (row 20). `strict`: a confirmed write is on the disk, even
 * after a power failure.
 */
async function open(name: string, options: DexieOptions): Promise<ExamDb> {
  const db = new Dexie(name, { ...options, chromeTransactionDurability: 'strict' });
  declareExamVersions(db);
  db.on('versionchange', (event) => {
    const isExam = holds.size > 0;
    // Another tab wants to upgrade: it has to wait for the end of the exam. A deletion is never refused, and a running
    // exam then writes all it knows into a new database (row 52).
    if (isExam && event.newVersion) wanted.add(db);
    else if (isExam || event.newVersion) giveWay(db);
    else {
      if (isOpenExamDb(db)) current = null;
      db.close();
    }
    return false;
  });
  db.on('close', () => void openAgain(db));
  await db.open();
  return db as ExamDb;
}

/** The browser closed the connection (site data cleared, iOS in the background): retries until it opens again. */
async function openAgain(db: Dexie): Promise<void> {
  for (let pauseMs = 0; !db.hasBeenClosed(); pauseMs = Math.min(2 * pauseMs + 100, longestPauseMs)) {
    await pause(pauseMs);
    if (db.hasBeenClosed() || db.isOpen()) return;
    try {
      await db.open();
      return;
    } catch (error) {
      savingFailedBehind(error);
    }
  }
}
