/**
 * Where the public pages lie that the server made and this device has seen (offline.md 6.11); read by the page, which
 * takes them away, and by the worker, which answers with them. They are a guest's, whoever saw them.
 */

/** The cache of kept pages. It goes with the build, with the session, and first of all when the storage is full. */
export const keptPagesCache = 'kept-pages';

/** The attribute on the root element of a kept page: what came with it is a copy, however new it says it is. */
export const keptMark = 'data-kept';

/** Place of a page in the cache. A page names the files of its build, so each build has its own. */
export function keptPageEntry(path: string, build: string): string {
  return `/__page/${build}${path}`;
}
