import { env } from '../env.ts';
import { now } from '../time/clock.ts';
import { isBusy } from './busy.ts';

/** A page is not reloaded again for the same reason within this time, in milliseconds (specification.md 9). */
export const chunkReloadGuardMs = 10_000;
const storageKey = 'chunkReload';
/** Limit of the check whether the server can be reached, in milliseconds. */
const reachLimitMs = 5_000;

/** A part of the app could not be loaded, and reloading the page would not help now. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkLoadError';
  }
}

const holds = new Set<symbol>();

/**
 * Prevents reloads while work is running on the page (session.md 12.2), such as a mock exam.
 *
 * @returns releases the hold.
 * @public
 */
export function holdChunkReload(): () => void {
  const hold = Symbol('hold');
  holds.add(hold);
  return () => {
    holds.delete(hold);
  };
}

/** The stored guard, or `null`. */
type Guard = { path: string; until: number };

function readGuard(storage: Storage): Guard | null {
  try {
    const guard: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
    if (typeof guard !== 'object' || guard === null || !('path' in guard) || !('until' in guard)) return null;
    return typeof guard.path === 'string' && typeof guard.until === 'number'
      ? { path: guard.path, until: guard.until }
      : null;
  } catch {
    return null;
  }
}

/**
 * Whether a page may be reloaded because a chunk of its route failed: once per path in 10 s. The guard is stored first.
 * If it cannot be stored, nothing is reloaded, because that could become an endless loop (session.md 12).
 */
export function takeReload(path: string, storage: () => Storage): boolean {
  try {
    const guard = readGuard(storage());
    if (guard && guard.path === path && guard.until > now()) return false;
    const next = JSON.stringify({ path, until: now() + chunkReloadGuardMs });
    storage().setItem(storageKey, next);
    return storage().getItem(storageKey) === next;
  } catch {
    return false;
  }
}

/**
 * The build that the server delivers now; `null` when our server does not answer. Offline, in maintenance or behind a
 * Wi-Fi login page, a reload would only lose the page on screen (offline.md 3.5).
 */
async function liveBuild(): Promise<string | null> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), reachLimitMs);
  try {
    const answer = await fetch('/version.json', { cache: 'no-store', signal: stop.signal });
    const { build } = (await answer.json()) as { build?: unknown };
    return answer.ok && typeof build === 'string' ? build : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function load(target: URL): void {
  if (target.href.split('#', 1)[0] === location.href.split('#', 1)[0]) location.reload();
  else location.assign(target.href);
}

/**
 * Loads the target page in full, once, because a chunk of its route could not be loaded (specification.md 4).
 * `isWanted`: on a slow connection the learner may have moved to another page before the server answers; then the page
 * must not change.
 *
 * @returns whether the page is going away; if not, show the error.
 */
export async function reloadForChunk(address: string, isWanted: () => boolean): Promise<boolean> {
  const target = new URL(address, location.href);
  if (holds.size > 0 || (await liveBuild()) === null || holds.size > 0 || !isWanted()) return false;
  if (!takeReload(target.pathname + target.search, () => sessionStorage)) return false;
  load(target);
  return true;
}

/**
 * Reloads this page once because a part of it could not be loaded, and only if there is a newer build. With the same
 * build the part would fail again. It never reloads while the learner is busy; then the part shows an error in its
 * place.
 *
 * @returns whether the page is going away.
 */
export async function reloadForPart(): Promise<boolean> {
  const build = await liveBuild();
  if (build === null || build === env.buildId || isBusy.get() || holds.size > 0) return false;
  if (!takeReload(location.pathname + location.search, () => sessionStorage)) return false;
  location.reload();
  return true;
}
