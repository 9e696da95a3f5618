import { Dexie, type DexieOptions } from 'dexie';
import { savingFailedBehind } from '../storage/saving.ts';
import { pause } from '../time/pause.ts';
import { reopenings, storageHealth } from './health.ts';
import { letGoWhenFrozen } from './pageCache.ts';

/** How long an older tab may block the opening before the learner is told (offline.md 3.54). */
const blockedAfterMs = 3000;
/** The longest pause between two attempts to reopen a database that the browser closed, ms. */
const longestPauseMs = 10_000;

let memory: DexieOptions | null = null;

/**
 * Opens a database. If the browser has no usable storage, it is a database in memory that ends with the tab
 * (offline.md 3.58). `declare` declares its versions.
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

/** Deletes a database; does nothing if there is none. Other tabs close their connections. */
export async function deleteDatabase(name: string): Promise<void> {
  await new Dexie(name, memory ?? {}).delete();
}

/** Whether the browser has a database of that name. */
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

/** Watches for writes that fail because the storage is full. The learner is told once, whoever wrote. */
function watchRoom(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'room',
    create: (core) => ({
      ...core,
      transaction: (...args) => {
        const transaction = core.transaction(...args);
        const own = transaction as unknown as IDBTransaction;
        // A transaction that we abort ourselves has no error.
        own.addEventListener('abort', () => own.error && savingFailedBehind(own.error));
        return transaction;
      },
    }),
  });
}

/** Shows the guidance screen while another tab keeps an older version open. */
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
 * Opens a connection again after the browser closed it (site data cleared, iOS in the background; offline.md 3.56,
 * 3.60), until that works. Dexie itself tries only once; if that attempt fails too, every later read of the page fails.
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
 * Another tab wants to upgrade or delete the database: this tab closes it for good, and for an upgrade asks to be
 * reloaded. It never blocks the other tab. Returning `false` prevents Dexie's own handler. That one would open the
 * database again at the next read, and so create an empty one after a logout (offline.md 3.46).
 */
function yieldToOtherTabs(db: Dexie): void {
  db.on('versionchange', (event) => {
    db.close();
    if (event.newVersion) storageHealth.set('outdated');
    return false;
  });
}
