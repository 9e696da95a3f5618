import { Dexie, type DexieOptions } from 'dexie';
import { savingFailedBehind } from '../storage/saving.ts';
import { pause } from '../time/pause.ts';
import { reopenings, storageHealth } from './health.ts';
import { letGoWhenFrozen } from './pageCache.ts';

/** How long an older tab may keep the database from opening before the learner is told (offline.md 3.54). */
const blockedAfterMs = 3000;
/** The longest pause between two attempts to open a database the browser has cut, ms. */
const longestPauseMs = 10_000;

let memory: DexieOptions | null = null;

/**
 * Opens a database; when the browser has no usable storage, the same database in memory, gone with the tab
 * (offline.md 3.58). `declare` gives it its versions.
 */
export async function openDatabase<Db extends Dexie>(
  name: string,
  declare: (db: Dexie) => void,
): Promise<Db> {
  if (memory) return openWith<Db>(name, declare, memory);
  try {
    return await openWith<Db>(name, declare, {});
  } catch (error) {
    console.warn(`storage: ${name} cannot be opened, keeping data in memory`, error);
    return openInMemory<Db>(name, declare);
  }
}

/** Opens a database that lives in this tab's memory only. */
export async function openInMemory<Db extends Dexie>(
  name: string,
  declare: (db: Dexie) => void,
): Promise<Db> {
  if (!memory) {
    const fake = await import('fake-indexeddb');
    memory = { indexedDB: new fake.IDBFactory(), IDBKeyRange: fake.IDBKeyRange };
  }
  storageHealth.set('memory');
  return openWith<Db>(name, declare, memory);
}

/** Deletes a database; nothing happens when there is none. Other tabs let go of it. */
export async function deleteDatabase(name: string): Promise<void> {
  await new Dexie(name, memory ?? {}).delete();
}

/** Whether the browser keeps a database of that name. */
export async function databaseExists(name: string): Promise<boolean> {
  const names = await Dexie.getDatabaseNames();
  return memory !== null || names.includes(name);
}

async function openWith<Db extends Dexie>(
  name: string,
  declare: (db: Dexie) => void,
  options: DexieOptions,
): Promise<Db> {
  const db = new Dexie(name, options);
  declare(db);
  const stopWatching = watchBlocked(db);
  yieldToOtherTabs(db);
  letGoWhenFrozen(db);
  watchRoom(db);
  try {
    await db.open();
    stayOpen(db);
    return db as Db;
  } finally {
    stopWatching();
  }
}

/** Whatever could not be written because there is no room: the learner hears of it once, whoever wrote. */
function watchRoom(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'room',
    create: (core) => ({
      ...core,
      transaction: (...args) => {
        const transaction = core.transaction(...args);
        const own = transaction as unknown as IDBTransaction;
        // Undone by ourselves it has no error.
        own.addEventListener('abort', () => own.error && savingFailedBehind(own.error));
        return transaction;
      },
    }),
  });
}

/** Shows the guidance screen while another tab holds on to an older version. */
function watchBlocked(db: Dexie): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  db.on('blocked', () => {
    timer ??= setTimeout(() => storageHealth.set('blocked'), blockedAfterMs);
  });
  return () => {
    clearTimeout(timer);
    if (storageHealth.get() === 'blocked') storageHealth.set('ok');
  };
}

/**
 * A connection that the browser cuts (site data cleared, iOS in the background; offline.md 3.56, 3.60) is
 * opened again until that works. Dexie itself tries once, and when the browser cuts that attempt, too, fails every
 * later read of the page.
 */
function stayOpen(db: Dexie): void {
  let isTrying = false;
  const openAgain = async () => {
    if (isTrying) return;
    isTrying = true;
    for (let pauseMs = 0; ; pauseMs = Math.min(2 * pauseMs + 100, longestPauseMs)) {
      await pause(pauseMs);
      // Closed on purpose: by a logout, for a newer version, or while the page is frozen.
      if (db.hasBeenClosed() || (await opens(db))) break;
    }
    isTrying = false;
  };
  db.on('close', () => void openAgain());
}

async function opens(db: Dexie): Promise<boolean> {
  try {
    await db.open();
    if (db.isOpen()) reopenings.set(reopenings.get() + 1);
  } catch (error) {
    console.warn(`storage: ${db.name} cannot be opened again yet`, error);
  }
  return db.isOpen();
}

/**
 * Another tab wants to upgrade or delete the database: this one lets go for good, never blocks, and for an upgrade
 * asks to be reloaded. Answering `false` keeps Dexie's own answer away, which would open the database again at the next
 * read and so bring back, empty, what a logout deletes (offline.md 3.46).
 */
function yieldToOtherTabs(db: Dexie): void {
  db.on('versionchange', (event) => {
    db.close();
    if (event.newVersion) storageHealth.set('outdated');
    return false;
  });
}
