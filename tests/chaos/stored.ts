import type { Page } from '@playwright/test';
import type { Range } from './model.ts';

/** A change in the queue of a device, as far as it matters here. */
export type Queued = { entity: string; state: string; body: Record<string, unknown> | null; tries: number };
/** What a device has stored of a lesson's history. */
export type StoredWatch = { lesson: string; ranges: Range[]; position: number };

/** Runs in the page: all rows of a table of the learner's database. */
async function readTable(table: string): Promise<unknown[]> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('u_'))?.name;
  if (!name) return [];
  const db = await answer(indexedDB.open(name));
  try {
    // Writing waits for every change that was begun before; reading alone would not.
    return await answer(db.transaction(table, 'readwrite').objectStore(table).getAll());
  } finally {
    db.close();
  }
}

/** The queue of a device, oldest first. */
export async function readQueue(page: Page): Promise<Queued[]> {
  return (await page.evaluate(readTable, 'outbox')) as Queued[];
}

/** What a device knows of what was watched. */
export async function readWatches(page: Page): Promise<StoredWatch[]> {
  const rows = (await page.evaluate(readTable, 'watches')) as { lesson: string; value: StoredWatch }[];
  return rows.map(({ lesson, value: { ranges, position } }) => ({ lesson, ranges, position }));
}

/** Makes the stored access token one that has expired, as an hour of waiting does. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = 'auth._token_expiration.local';
    const past = String(Date.now() - 1000);
    if (document.cookie.includes(`${key}=`)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the app's own cookie, as the app writes it.
      document.cookie = `${key}=${past}; Path=/; SameSite=Lax; Max-Age=31536000`;
    }
    for (const storage of [localStorage, sessionStorage]) {
      if (storage.getItem(key) !== null) storage.setItem(key, past);
    }
  });
}
