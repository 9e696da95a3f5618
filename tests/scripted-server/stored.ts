import type { Page } from '@playwright/test';

/** Keys of the session in the browser (session.md 2.2). */
export const keys = {
  access: 'auth._token.local',
  accessExpiry: 'auth._token_expiration.local',
  refresh: 'auth._refresh_token.local',
  refreshExpiry: 'auth._refresh_token_expiration.local',
  redirect: 'auth.redirect',
} as const;

/** Everything under the prefix `auth.`, per store. Cookie values are still percent-encoded. */
export type Stored = Record<'cookie' | 'local' | 'session', Record<string, string>>;

/** What a test puts into the stores before the app starts. */
export type Seed = {
  /** Without its type; `null`: none. */
  access?: string | null;
  refresh?: string | null;
  /** Epoch milliseconds; `null`: no such key. */
  accessExpiry?: number | null;
  refreshExpiry?: number | null;
  redirect?: string;
};

const stores = ['cookie', 'local', 'session'] as const;

/** A session whose tokens are good for an hour and a day, unless told otherwise. */
export function seedEntries(seed: Seed, now = Date.now()): Record<string, string> {
  const access = seed.access === undefined ? 'access-0' : seed.access;
  const refresh = seed.refresh === undefined ? 'refresh-0' : seed.refresh;
  const accessExpiry = seed.accessExpiry === undefined ? now + 3_600_000 : seed.accessExpiry;
  const refreshExpiry = seed.refreshExpiry === undefined ? now + 86_400_000 : seed.refreshExpiry;
  return {
    ...(access === null ? {} : { [keys.access]: `Bearer ${access}` }),
    ...(access === null || accessExpiry === null ? {} : { [keys.accessExpiry]: String(accessExpiry) }),
    ...(refresh === null ? {} : { [keys.refresh]: refresh }),
    ...(refresh === null || refreshExpiry === null ? {} : { [keys.refreshExpiry]: String(refreshExpiry) }),
    ...(seed.redirect === undefined ? {} : { [keys.redirect]: seed.redirect }),
  };
}

type Writing = { values: Record<string, string>; names: readonly string[]; mark?: string };

/** Runs in the page. With `mark`: once in the life of a tab, whose name remembers it over all loads. */
function put({ values, names, mark }: Writing): void {
  if (mark) {
    if (window !== window.top || window.name.includes(mark)) return;
    window.name += mark;
  }
  for (const [key, value] of Object.entries(values)) {
    if (names.includes('cookie')) {
      // biome-ignore lint/suspicious/noDocumentCookie: a test looks at what the app's own cookie code left.
      document.cookie = `${key}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=31536000`;
    }
    if (names.includes('local')) localStorage.setItem(key, value);
    if (names.includes('session')) sessionStorage.setItem(key, value);
  }
}

/** Writes entries into the named stores of the page's origin, as the app itself would. */
export async function writeStored(
  page: Page,
  values: Record<string, string>,
  names: readonly (keyof Stored)[] = stores,
): Promise<void> {
  await page.evaluate(put, { values, names });
}

let marks = 0;

/**
 * Writes entries into all stores of the origin that this tab loads next, before the app is there: spares the load of an
 * empty page for the same end.
 */
export async function writeAhead(page: Page, values: Record<string, string>): Promise<void> {
  marks += 1;
  await page.addInitScript(put, { values, names: stores, mark: `<${marks}>` });
}

/** Takes the session's tokens out of all stores of the page's origin, as a logout in another tab does. */
export async function removeTokens(page: Page): Promise<void> {
  const tokenKeys = [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry];
  await page.evaluate((names) => {
    for (const key of names) {
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = `${key}=; Path=/; Max-Age=0`;
      localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    }
  }, tokenKeys);
}

/** What the stores hold now under the prefix. */
export async function readStored(page: Page): Promise<Stored> {
  return page.evaluate(() => {
    const ofStorage = (storage: Storage) =>
      Object.fromEntries(Object.entries(storage).filter(([key]) => key.startsWith('auth.')));
    const cookies = document.cookie
      .split('; ')
      .filter((pair) => pair.startsWith('auth.'))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
    return {
      cookie: Object.fromEntries(cookies),
      local: ofStorage(localStorage),
      session: ofStorage(sessionStorage),
    };
  });
}

/** Where the app may keep a copy of the user (session.md 2.10); `isKept` looks for what is in it. */
const userKey = 'auth.user';

/** The keys found in any store but the copy of the user, sorted, each once. */
export function storedKeys(stored: Stored): string[] {
  const found = stores.flatMap((store) => Object.keys(stored[store]));
  return [...new Set(found)].filter((key) => key !== userKey).sort();
}

/** Whether any record of the origin's IndexedDB, localStorage or sessionStorage contains `text`. */
export async function isKept(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const promised = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const storage of [localStorage, sessionStorage]) {
      if (Object.values(storage).some((value) => String(value).includes(wanted))) return true;
    }
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await promised(indexedDB.open(name));
      try {
        for (const store of database.objectStoreNames) {
          const rows = await promised(database.transaction(store).objectStore(store).getAll());
          if (JSON.stringify(rows).includes(wanted)) return true;
        }
      } finally {
        database.close();
      }
    }
    return false;
  }, text);
}
