// What the worker stores on a full storage takes the place of kept pages (offline.md 3.52, 6.11).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptPageEntry, keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { answerAsset } from './assets.ts';
import { shellCacheName, warmCacheName } from './build.ts';
import { keepAll } from './keep.ts';
import { keeper } from './keptPages.ts';
import { makeRoom } from './makeRoom.ts';
import { answerMedia } from './media.ts';
import { mediaCacheName } from './mediaKey.ts';

vi.hoisted(() => {
  const scope = { __BUILD_ID__: 'b1', __WB_MANIFEST: [{ url: '/assets/app.js', revision: null, tier: 1 }] };
  // The worker looks into them as soon as it is there.
  const caches = { match: async () => undefined };
  Object.assign(globalThis, scope, {
    caches,
    self: globalThis,
    location: new URL('https://app.example.jp/sw.js'),
  });
});

const full = () => new DOMException('no room', 'QuotaExceededError');
const oldPages = ['/course/1', '/course/2'];

/** The stored answers of each cache. A cache that was deleted is no longer found, but may still be written to. */
let stores: Map<string, Map<string, string>>;
/** Whether even the place of the kept pages is not enough. */
let isTooLarge: boolean;

const kept = () => [...(stores.get(keptPagesCache)?.keys() ?? [])];
const hasRoom = () => !isTooLarge && !kept().some((key) => oldPages.includes(key));

/** Like the browser's: a write reads the body first, whether it then finds room or not. */
function cacheOf(store: Map<string, string>) {
  return {
    keys: async () => [...store.keys()],
    match: async (key: string) => (store.has(key) ? new Response(store.get(key)) : undefined),
    delete: async (key: string) => store.delete(key),
    put: async (key: string, response: Response) => {
      const text = await response.text();
      if (!hasRoom()) throw full();
      store.set(key, text);
    },
  };
}

function opened(name: string) {
  const store = stores.get(name) ?? new Map<string, string>();
  stores.set(name, store);
  return cacheOf(store);
}

beforeEach(() => {
  isTooLarge = false;
  stores = new Map([[keptPagesCache, new Map(oldPages.map((path) => [path, 'page']))]]);
  vi.stubGlobal('caches', {
    has: async (name: string) => stores.has(name),
    open: async (name: string) => opened(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      stores.has(cacheName) ? opened(cacheName).match(key) : undefined,
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The network answers every address with this. */
function serve(body: string, type: string): void {
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': type } }));
}

/** The work that a handler leaves for later, to be waited for. */
function laterWork() {
  const works: Promise<unknown>[] = [];
  return { later: (work: Promise<unknown>) => void works.push(work), done: () => Promise.all(works) };
}

/** Opens a script of the app, as the worker answers it. */
async function openScript(): Promise<string> {
  serve('script', 'text/javascript');
  const { later, done } = laterWork();
  const answer = await answerAsset(new Request('https://app.example.jp/assets/part.js'), later);
  await done();
  return answer.text();
}

/** Opens a picture of a lesson, as the worker answers it. */
async function openPicture(): Promise<string> {
  serve('picture', 'image/png');
  const { later, done } = laterWork();
  const answer = await answerMedia(new Request('https://app.example.jp/media/1.png'), '/media/1.png', later);
  await done();
  return answer.text();
}

it('a file of the app is stored in their place when it is opened', async () => {
  expect(await openScript()).toBe('script');
  expect(stores.get(warmCacheName)?.get('/assets/part.js')).toBe('script');
  expect(kept()).toEqual([]);
});

it('a picture is stored in their place', async () => {
  expect(await openPicture()).toBe('picture');
  expect(stores.get(mediaCacheName)?.get('/media/1.png')).toBe('picture');
  expect(kept()).toEqual([]);
});

it('a file of a build is stored in their place when the build is kept', async () => {
  serve('script', 'text/javascript');
  const cache = (await caches.open(shellCacheName)) as Cache;
  expect(await keepAll(cache, [{ path: '/assets/app.js', isHashed: true }])).toEqual([]);
  expect(stores.get(shellCacheName)?.get('/assets/app.js')).toBe('script');
  expect(kept()).toEqual([]);
});

it('the page that is seen now is stored in the place of the older ones', async () => {
  const html = '<!doctype html><html><script src="/assets/app.js"></script><p>講座</p></html>';
  await keeper('/course/3')(new Response(html, { headers: { 'content-type': 'text/html' } }));
  const entry = keptPageEntry('/course/3', 'b1');
  expect(kept()).toEqual([entry]);
  expect(stores.get(keptPagesCache)?.get(entry)).toContain('<p>講座</p>');
});

it('what does not fit in their place either is shown and not stored', async () => {
  isTooLarge = true;
  expect(await openPicture()).toBe('picture');
  expect(await openScript()).toBe('script');
  expect([stores.get(mediaCacheName)?.size, stores.get(warmCacheName)?.size]).toEqual([0, 0]);
});

it('room is made once', async () => {
  expect(await makeRoom(full())).toBe(true);
  expect(kept()).toEqual([]);
  expect(await makeRoom(full())).toBe(false);
});

it('they stay when a write fails for another reason', async () => {
  expect(await makeRoom(new DOMException('closed', 'InvalidStateError'))).toBe(false);
  expect(kept()).toEqual(oldPages);
});
