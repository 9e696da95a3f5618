import { Dexie, type DexieOptions, type Table } from 'dexie';
import { userDbName } from '../db/appDb.ts';
import { storageHealth } from '../db/health.ts';
import { savingFailedBehind } from '../storage/saving.ts';
import { pause } from '../time/pause.ts';
import type { AttemptRow, CellRow, EventRow, KeyRow, NoteRow, PackRow, StrokeRow } from './rows.ts';

/** The longest pause between two attempts to open a database the browser has cut, ms. */
const longestPauseMs = 10_000;
const prefix = 'x_';

/**
 * The exams of one learner on this device (exams.md 3.2): apart from their other data, because a forced end of the session
 * empties those, and a running exam must not notice it. Only what the server has acknowledged may go.
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

/** Name of a learner's database of exams; the same hash as their other one, so nothing tells whose it is. */
export async function examDbName(userId: string): Promise<string> {
  return prefix + (await userDbName(userId)).replace(/^u_/, '');
}

/** What the caches of a database are called after their prefix. */
export function hashOf(dbName: string): string {
  return dbName.replace(/^[ux]_/, '');
}

let current: { name: string; opening: Promise<ExamDb> } | null = null;
let memory: DexieOptions | null = null;
const holds = new Set<symbol>();
/** Databases that another tab waits for. */
const wanted = new Set<Dexie>();

/**
 * A running exam keeps its database open, whatever a newer version in another tab wants: that one waits until no exam of this
 * tab runs any more (row 59).
 *
 * @returns lets go again.
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

/** Another tab gets the database; who needs it here afterwards opens it anew, with what the other one has made of it. */
function giveWay(db: Dexie): void {
  db.close({ disableAutoOpen: false });
}

/** Whether what is written here ends with the tab: private mode, storage that is shut (row 50). */
export function isExamDbPassing(): boolean {
  return memory !== null;
}

/** Opens the database of a learner, once a tab. */
export async function openExamDb(userId: string): Promise<ExamDb> {
  const name = await examDbName(userId).catch(() => `${prefix}memory`);
  if (current?.name !== name) current = { name, opening: openOrMemory(name) };
  return current.opening;
}

/** Opens one by its name, for who looks through all of them. The caller closes it. */
export function openExamDbNamed(name: string): Promise<ExamDb> {
  return current?.name === name ? current.opening : open(name, {});
}

/** Whether a database is the one this page works with, which nobody else may close. */
export function isOpenExamDb({ name }: Pick<ExamDb, 'name'>): boolean {
  return current?.name === name;
}

/** Names of the exam databases in this browser. */
export async function examDbNames(): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(prefix));
}

/** Deletes one; its owner has nothing unsent in it, or has not been here for 30 days. */
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
 * Unlike the other databases it is not closed while the page lies in the page cache: nothing here is ever written by another
 * page meanwhile, and a page that comes back must find its exam at once (row 20). `strict`: a write that was confirmed is on
 * the disk, also after a power cut.
 */
async function open(name: string, options: DexieOptions): Promise<ExamDb> {
  const db = new Dexie(name, { ...options, chromeTransactionDurability: 'strict' });
  declareExamVersions(db);
  db.on('versionchange', (event) => {
    const isExam = holds.size > 0;
    // Another tab wants to upgrade: it has to wait for the end of the exam. A deletion is never refused, and a running exam
    // writes all that it knows into a new database (row 52).
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

/** The browser has cut the connection (site data cleared, iOS in the background): until it works again. */
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
