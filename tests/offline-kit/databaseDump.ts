import type { Page } from '@playwright/test';

/** A record as JSON can carry it: bytes become `{ $bytes: base64 }`. */
type Carried = unknown;

/** An IndexedDB database with its shape and its content. */
export type DatabaseDump = {
  name: string;
  /** As IndexedDB counts; Dexie's version times ten. */
  version: number;
  stores: {
    name: string;
    keyPath: string | string[] | null;
    autoIncrement: boolean;
    indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
    /** `key` only where the store has no key path. */
    records: { key?: IDBValidKey; value: Carried }[];
  }[];
};

/**
 * Reads a whole database; fails at the first blob, which no database should hold (Safari loses them). Needs nothing
 * around it, so it runs in a page (`dumpFrom`) and, with an IndexedDB for Node,
 * in the test itself.
 */
export async function dumpDatabase(name: string): Promise<DatabaseDump> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const carry = (value: unknown): Carried => {
    if (value instanceof Blob) throw new Error(`A record of ${name} holds a blob.`);
    if (value instanceof ArrayBuffer) return { $bytes: btoa(String.fromCharCode(...new Uint8Array(value))) };
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteOffset, byteLength } = value;
      return { $bytes: btoa(String.fromCharCode(...new Uint8Array(buffer, byteOffset, byteLength))) };
    }
    if (Array.isArray(value)) return value.map(carry);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, carry(inner)]));
  };
  const db = await done(indexedDB.open(name));
  const stores: DatabaseDump['stores'] = [];
  for (const storeName of db.objectStoreNames) {
    const store = db.transaction(storeName).objectStore(storeName);
    const indexes = [...store.indexNames].map((indexName) => {
      const { keyPath, unique, multiEntry } = store.index(indexName);
      return { name: indexName, keyPath, unique, multiEntry };
    });
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const { keyPath, autoIncrement } = store;
    const records = values.map((value, at) => ({
      ...(keyPath === null ? { key: keys[at] } : {}),
      value: carry(value),
    }));
    stores.push({ name: storeName, keyPath, autoIncrement, indexes, records });
  }
  const { version } = db;
  db.close();
  return { name, version, stores };
}

/**
 * Puts a database back as it was, in place of one of the same name, as soon as nobody has that open any more: a tab that
 * was just closed may hold it for a moment. Needs nothing around it, as above.
 */
export async function restoreDatabase(dump: DatabaseDump): Promise<void> {
  const uncarry = (value: Carried): unknown => {
    if (Array.isArray(value)) return value.map(uncarry);
    if (typeof value !== 'object' || value === null) return value;
    if ('$bytes' in value) return Uint8Array.from(atob(String(value.$bytes)), (sign) => sign.charCodeAt(0));
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, uncarry(inner)]));
  };
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(dump.name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(dump.name, dump.version);
    request.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement, indexes, records } of dump.stores) {
        const store = request.result.createObjectStore(name, { keyPath, autoIncrement });
        for (const { name: indexName, keyPath: path, unique, multiEntry } of indexes)
          store.createIndex(indexName, path, { unique, multiEntry });
        for (const { key, value } of records) store.add(uncarry(value), key);
      }
    };
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
}

/** The databases of a page's origin whose names match. */
export async function dumpFrom(page: Page, names: RegExp = /^/): Promise<DatabaseDump[]> {
  const all = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  const dumps: DatabaseDump[] = [];
  for (const name of all.filter((one) => names.test(one)))
    dumps.push(await page.evaluate(dumpDatabase, name));
  return dumps;
}

/** Puts a database back in a page's origin, on which the app must not run. */
export async function restoreIn(page: Page, dump: DatabaseDump): Promise<void> {
  await page.evaluate(`(${restoreDatabase})(${JSON.stringify(dump)})`);
}
