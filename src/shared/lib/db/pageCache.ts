import { Dexie } from 'dexie';

/** Running transactions of all databases that this page has open. */
const running = new Set<IDBTransaction>();
/** Databases of this page, including closed ones (each knows whether it is open). */
const known = new Set<Dexie>();
const frozen = new Set<Dexie>();
let mustReload = false;
let isListening = false;

/**
 * Closes a database while the page is in the browser's page cache (bfcache). A frozen page can neither end a
 * transaction nor close for an upgrade or a logout. In WebKit the next page then waited forever for the store that the
 * frozen page was writing to (offline.md 3.38, 3.54, 3.56). An aborted transaction is rolled back as a whole, as when a
 * tab is closed; if the learner comes back, that page is reloaded. Otherwise the database is opened again when the page
 * returns, not before: a query during the freeze would open it and hold it.
 */
export function letGoWhenFrozen(db: Dexie): void {
  known.add(db);
  db.use({
    stack: 'dbcore',
    name: 'pageCache',
    create: (core) => ({
      ...core,
      transaction: (...args) => {
        const transaction = core.transaction(...args);
        watch(transaction as unknown as IDBTransaction);
        return transaction;
      },
    }),
  });
  if (isListening || typeof addEventListener !== 'function') return;
  isListening = true;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) freeze();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void thaw();
  });
}

function watch(transaction: IDBTransaction): void {
  running.add(transaction);
  const end = () => void running.delete(transaction);
  transaction.addEventListener('complete', end);
  transaction.addEventListener('abort', end);
}

function freeze(): void {
  mustReload ||= running.size > 0;
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It has just ended by itself.
    }
  }
  running.clear();
  for (const db of known) {
    if (!db.isOpen()) continue;
    frozen.add(db);
    db.close();
  }
}

async function thaw(): Promise<void> {
  if (mustReload) location.reload();
  const waiting = [...frozen];
  frozen.clear();
  for (const db of waiting) {
    try {
      if (await isThere(db)) await db.open();
    } catch (error) {
      console.warn('storage: not opened', error);
    }
  }
}

/** A logout in another tab may have deleted it while this page was frozen; opening it would create an empty one. */
async function isThere({ name }: Dexie): Promise<boolean> {
  const names = await Dexie.getDatabaseNames();
  return names.includes(name);
}
