/** The page every app route is answered with. */
export const shellPath = '/index.html';

/** What the name of a shell's cache begins with. */
export const shellPrefix = 'shell-';

/** Name of the cache in which the worker of a build keeps what the app needs to start. */
export function shellCacheOf(build: string): string {
  return shellPrefix + build;
}
