/**
 * Cache and addresses of the public pages that the server made and this device has seen (offline.md 6.11). The page
 * deletes them, and the worker answers with them. They are a guest's version, whoever saw them.
 */

/**
 * The cache of kept pages. It is deleted with the build, with the session, and first of all when the storage is full.
 */
export const keptPagesCache = 'kept-pages';

/** The attribute on the root element of a kept page: its embedded answers are a copy, however new they claim to be. */
export const keptMark = 'data-kept';

/** Key of a page in the cache. A page names the files of its build, so the key includes the build. */
export function keptPageEntry(path: string, build: string): string {
  return `/__page/${build}${path}`;
}
