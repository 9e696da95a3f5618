import { now } from '../time/clock.ts';

/** Chromium and Firefox name the module in the error of a failed import, Safari does not. */
const moduleAddress = /https?:\/\/[^\s'"]+?\.m?js/;

/** Address of the module that an import could not load; `null` if the browser does not name it. */
export function failedModule(error: unknown): string | null {
  return error instanceof Error ? (moduleAddress.exec(error.message)?.[0] ?? null) : null;
}

/**
 * Makes an import that can be retried after a failure. Firefox remembers a failed import for the life of the page
 * (offline.md 3.6). So from the second try on the module is requested with a different query, which worker and server
 * ignore. A loaded module is returned for every later call.
 *
 * @param bring imports an address; for tests.
 */
export function loadAgain<Part>(
  load: () => Promise<Part>,
  bring: (address: string) => Promise<Part> = (address) => import(/* @vite-ignore */ address),
): () => Promise<Part> {
  let loaded: Promise<Part> | null = null;
  let hasFailed = false;
  const tryIt = async () => {
    try {
      return await load();
    } catch (error) {
      const address = hasFailed ? failedModule(error) : null;
      hasFailed = true;
      if (address === null) throw error;
      return await bring(`${address}?again=${now()}`);
    }
  };
  return () => {
    loaded ??= tryIt().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
