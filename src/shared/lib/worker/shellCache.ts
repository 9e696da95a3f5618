/** The page that answers every app route. */
export const shellPath = '/index.html';

/** Prefix of the names of shell caches. */
export const shellPrefix = 'shell-';

/** Name of the cache in which the worker of a build keeps the files that the app needs to start. */
export function shellCacheOf(build: string): string {
  return shellPrefix + build;
}
