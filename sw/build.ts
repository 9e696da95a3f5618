import { shellCacheOf, shellPrefix } from '#shared/lib/worker/shellCache.ts';
import { type BuildFile, worker } from './scope.ts';

/** Id of the build this worker belongs to, the same as the page's. */
export const buildId = __BUILD_ID__;

const files: BuildFile[] = self.__WB_MANIFEST;

/**
 * A file of the build by its path. Files with hashed names never change their content; the others are fetched again.
 */
export type AppFile = { path: string; isHashed: boolean };

function ofTier(tier: 1 | 2): AppFile[] {
  return files
    .filter((file) => (file.tier ?? 2) === tier)
    .map((file) => ({ path: pathOf(file.url), isHashed: file.revision === null }));
}

function pathOf(url: string): string {
  return new URL(url, worker.location.href).pathname;
}

/** Files that the app needs to start and to show the learning area: kept at install, all or none. */
export const tierOne: AppFile[] = ofTier(1);
/** The rest of the app: fetched one by one when the page is idle; continues where it stopped. */
export const tierTwo: AppFile[] = ofTier(2);

/** Every file of the app. */
export const appFiles: AppFile[] = [...tierOne, ...tierTwo];

const warmPrefix = 'warm-';
/** Caches of pages that the browser answers without the worker. */
export const directPrefix = 'direct-';

/** Cache of tier one. Each build has its own, so that open tabs of the previous build keep their files. */
export const shellCacheName = shellCacheOf(buildId);
/** Cache of tier two, and of other files of the build that were requested. */
export const warmCacheName = warmPrefix + buildId;

/** Cache of this build's pages that the browser answers without the worker. */
export const directCacheName = directPrefix + buildId;

/** The build a cache belongs to; `null` if it belongs to no build. */
export function buildOfCache(name: string): string | null {
  const prefix = [shellPrefix, warmPrefix, directPrefix].find((known) => name.startsWith(known));
  return prefix ? name.slice(prefix.length) : null;
}

/** Name of the cache for tier two of a build. */
export function warmCacheOf(build: string): string {
  return warmPrefix + build;
}
