import { vi } from 'vitest';
import type { BuildFile } from './scope.ts';

/** The stored answers of each cache, by its name. */
type Stores = Map<string, Map<string, Response>>;

/** Like the browser's. A cache that was deleted is no longer found, but may still be written to. */
function stubCaches(stores: Stores) {
  const opened = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      keys: async () => [...store.keys()],
      match: async (key: string) => store.get(key)?.clone(),
      delete: async (key: string) => store.delete(key),
      put: async (key: string, response: Response) => {
        store.set(key, response);
      },
    };
  };
  return {
    has: async (name: string) => stores.has(name),
    open: async (name: string) => opened(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.get(key)?.clone(),
  };
}

/**
 * For tests: the browser around the worker of a build, until `vi.unstubAllGlobals()`. Import the worker's modules
 * afterwards and anew (`vi.resetModules`): they look into the caches as soon as they are there.
 *
 * @returns `tell`: an event of the worker, for `index.ts`; resolves when its work is done.
 */
export function stubWorker({
  build = 'b1',
  files = [],
  stores = new Map(),
}: {
  build?: string;
  files?: BuildFile[];
  stores?: Stores;
} = {}) {
  vi.resetModules();
  const handlers = new Map<string, (event: unknown) => void>();
  const scope = {
    __API_BASE__: '',
    __BUILD_ID__: build,
    __FIRST_SCREENS__: true,
    __WB_MANIFEST: files,
    addEventListener: (type: string, handler: (event: unknown) => void) => handlers.set(type, handler),
    caches: stubCaches(stores),
    clients: { claim: async () => undefined, matchAll: async () => [] },
    location: new URL('https://app.example.jp/sw.js'),
    registration: {},
    self: globalThis,
  };
  for (const [name, value] of Object.entries(scope)) vi.stubGlobal(name, value);
  const tell = async (type: string): Promise<void> => {
    const works: Promise<unknown>[] = [];
    handlers.get(type)?.({ waitUntil: (work: Promise<unknown>) => works.push(work) });
    await Promise.all(works);
  };
  return { stores, tell };
}

/** A page of a build whose only script is `/assets/app.js`. */
export function pageAnswer(words = '', headers: Record<string, string> = {}): Response {
  const html = `<!doctype html><html><script src="/assets/app.js"></script><p>${words}</p></html>`;
  return new Response(html, { headers: { 'content-type': 'text/html', ...headers } });
}
