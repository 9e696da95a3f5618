import { shellCacheOf, shellPrefix } from '#shared/lib/worker/shellCache.ts';
import { type BuildFile, worker } from './scope.ts';

/** Id of the build this worker belongs to, the same as the page's. */
export const buildId = __BUILD_ID__;

const files: BuildFile[] = self.__WB_MANIFEST;

/** A file of the build by its path. Hashed names never change their content; others are asked for anew. */
export type AppFile = { path: string; isHashed: boolean };

function ofTier(tier: 1 | 2): AppFile[] {
  return files
    .filter((file) => (file.tier ?? 2) === tier)
    .map((file) => ({ path: pathOf(file.url), isHashed: file.revision === null }));
}

function pathOf(url: string): string {
  return new URL(url, worker.location.href).pathname;
}

/** What the app needs to start and to show the learning area: kept at install, all or nothing. */
export const tierOne: AppFile[] = ofTier(1);
/** The rest of the app: fetched when the page is idle, one by one, goes on where it stopped. */
export const tierTwo: AppFile[] = ofTier(2);

/** Every file of the app. */
export const appFiles: AppFile[] = [...tierOne, ...tierTwo];

const warmPrefix = 'warm-';

/** Cache of tier one. One a build, so that open tabs of the former build keep their files. */
export const shellCacheName = shellCacheOf(buildId);
/** Cache of tier two, and of further files of the build that were asked for. */
export const warmCacheName = warmPrefix + buildId;

/** The build a cache belongs to, `null` for caches that belong to none. */
export function buildOfCache(name: string): string | null {
  const prefix = [shellPrefix, warmPrefix].find((known) => name.startsWith(known));
  return prefix ? name.slice(prefix.length) : null;
}

/** Name of the cache of a build's rest. */
export function warmCacheOf(build: string): string {
  return warmPrefix + build;
}
