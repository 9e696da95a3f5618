import type { Page } from '@playwright/test';

/** What every database of the origin holds, by database and table, as JSON values a page could read. */
export type DatabaseDump = Record<string, Record<string, unknown[]>>;

/**
 * Reads every IndexedDB database of the page's origin, as any script of the page could: to search for what must not be
 * there. Blobs and the like come out as empty objects.
 */
export function dumpDatabases(page: Page): Promise<DatabaseDump> {
  return page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const dump: Record<string, Record<string, unknown[]>> = {};
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const db = await settled(indexedDB.open(name));
      const tables: Record<string, unknown[]> = {};
      for (const table of db.objectStoreNames) {
        tables[table] = await settled(db.transaction(table).objectStore(table).getAll());
      }
      db.close();
      dump[name] = tables;
    }
    return dump;
  });
}
