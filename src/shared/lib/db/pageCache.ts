import { Dexie } from 'dexie';

/** Transactions that have begun and not ended, of all databases this page has open. */
const running = new Set<IDBTransaction>();
/** Databases of this page; closed ones are told apart by asking them. */
const known = new Set<Dexie>();
const frozen = new Set<Dexie>();
let mustReload = false;
let isListening = false;

/**
 * Lets go of a database while the page lies in the browser's page cache. A frozen page can neither end a transaction
 * nor make room for an upgrade or for a logout: in WebKit the next page then waited for ever for whatever store the
 * frozen one was writing to (offline.md 3.38, 3.54, 3.56). A cut transaction is rolled back as a whole, as it
 * is when a tab is closed; the page is loaded anew should the learner come back to it. Otherwise the database is
 * opened again then, not before: a query that opened it while the page is being frozen would hold it for good.
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

/** A logout in another tab may have deleted it while this page was frozen; opening would bring it back, empty. */
async function isThere({ name }: Dexie): Promise<boolean> {
  const names = await Dexie.getDatabaseNames();
  return names.includes(name);
}
