import type { CDPSession, Page } from '@playwright/test';

/** IndexedDB cannot be opened at all, as in some private windows. Say it before the app is loaded. */
export async function breakDatabases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is blocked.', 'InvalidStateError');
    };
  });
}

/**
 * The next attempts to open a database fail, as they do while the browser still cuts connections. Say it when the app
 * is loaded; it lasts for this document.
 */
export async function refuseDatabases(page: Page, attempts: number): Promise<void> {
  await page.evaluate((times) => {
    const { open } = IDBFactory.prototype;
    let left = times;
    IDBFactory.prototype.open = function (this: IDBFactory, ...args) {
      if (left === 0) return open.apply(this, args);
      left -= 1;
      throw new DOMException('The connection was closed.', 'AbortError');
    };
  }, attempts);
}

/**
 * From now on, or no longer, every write to a database is undone because there is no room, as on a full disk; reading
 * works. In every engine; say it when the app is loaded, it lasts for this document.
 */
export async function fillDatabases(page: Page, isFull: boolean): Promise<void> {
  await page.evaluate((full) => {
    const state = globalThis as { isFull?: boolean };
    const stores = IDBObjectStore.prototype;
    const fill = <Args extends unknown[]>(write: (this: IDBObjectStore, ...args: Args) => IDBRequest) =>
      function filled(this: IDBObjectStore, ...args: Args) {
        const request = write.apply(this, args);
        if (!state.isFull) return request;
        const error = new DOMException('The disk is full.', 'QuotaExceededError');
        Object.defineProperty(this.transaction, 'error', { configurable: true, get: () => error });
        this.transaction.abort();
        return request;
      };
    if (state.isFull === undefined) {
      stores.put = fill(stores.put) as IDBObjectStore['put'];
      stores.add = fill(stores.add) as IDBObjectStore['add'];
      stores.delete = fill(stores.delete) as IDBObjectStore['delete'];
    }
    state.isFull = full;
  }, isFull);
}

/** The browser throws the databases away, as under storage pressure; caches and localStorage stay. */
export async function evictDatabases(page: Page, names: RegExp = /^/): Promise<void> {
  await page.evaluate(async (source) => {
    const wanted = new RegExp(source);
    for (const { name } of await indexedDB.databases()) {
      if (!name || !wanted.test(name)) continue;
      await new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = request.onerror = request.onblocked = () => resolve();
      });
    }
  }, names.source);
}

const quotaTools = new WeakMap<Page, CDPSession>();

/**
 * Limits what the origin of a page may store, in bytes; writes beyond it fail as on a full disk. Lasts until the page
 * is closed or another limit is set. Chromium only, where the limit ends with the session that set it.
 */
export async function limitStorage(page: Page, bytes: number): Promise<void> {
  const tools = quotaTools.get(page) ?? (await page.context().newCDPSession(page));
  quotaTools.set(page, tools);
  await tools.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: bytes,
  });
}

/**
 * Another tab that holds a database at its present version and does not let go, as an old build would that knows
 * nothing of upgrades. Stays until the page is closed.
 */
export async function holdDatabase(page: Page, name: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(wanted);
      request.onsuccess = () => {
        Object.assign(globalThis, { heldDatabase: request.result });
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
  }, name);
}

/** Opens a database at a higher version and closes it again, as a newer build does. */
export async function upgradeDatabase(page: Page, name: RegExp): Promise<void> {
  await page.evaluate(async (source) => {
    const known = (await indexedDB.databases()).find((database) =>
      new RegExp(source).test(database.name ?? ''),
    );
    if (!known?.name || !known.version) throw new Error('No such database.');
    const { name: found, version } = known;
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(found, version + 10);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
  }, name.source);
}

/**
 * Clears what an origin has stored as the browser's own "clear site data" does, under running tabs: connections are
 * cut, nobody is asked. `kinds`: IndexedDB alone, or caches and localStorage as well. Chromium only.
 */
export async function clearSiteData(
  page: Page,
  kinds: 'databases' | 'everything' = 'databases',
): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: kinds === 'databases' ? 'indexeddb' : 'all',
  });
  await tools.detach();
}

/** One table of a database is emptied, as when a part of it is damaged; the rest stays. `name`: of the database. */
export async function emptyTable(page: Page, name: RegExp, table: string): Promise<void> {
  await page.evaluate(
    async ([source = '', store = '']) => {
      const wanted = new RegExp(source);
      const found = (await indexedDB.databases()).find((one) => wanted.test(one.name ?? ''));
      if (!found?.name) throw new Error('There is no such database.');
      const request = indexedDB.open(found.name);
      await new Promise<void>((resolve, reject) => {
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
      const db = request.result;
      const change = db.transaction(store, 'readwrite');
      change.objectStore(store).clear();
      await new Promise<void>((resolve, reject) => {
        change.oncomplete = () => resolve();
        change.onerror = () => reject(change.error);
      });
      db.close();
    },
    [name.source, table],
  );
}
