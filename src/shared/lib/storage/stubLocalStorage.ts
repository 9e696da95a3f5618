import { vi } from 'vitest';

/**
 * For tests: a `localStorage` that keeps its entries in `stored`, until `vi.unstubAllGlobals()`. `Object.keys` lists
 * them, as the browser's does.
 *
 * @param refuse called before each write; throws what the browser would, for example when there is no room.
 */
export function stubLocalStorage(
  stored: Map<string, string>,
  refuse: (key: string) => void = () => undefined,
): void {
  const area = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      refuse(key);
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(area, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
}
