import { env } from '../env.ts';
import { now } from '../time/clock.ts';
import { isBusy } from './busy.ts';

/** How long a page is not loaded again for the same reason, in milliseconds (specification.md 9). */
export const chunkReloadGuardMs = 10_000;
const storageKey = 'chunkReload';
/** How long the check whether the server is there may take, in milliseconds. */
const reachLimitMs = 5_000;

/** A part of the app could not be loaded, and loading the page again would not help now. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkLoadError';
  }
}

const holds = new Set<symbol>();

/**
 * Holds reloads back while work is running on the page (session.md 12.2), as a mock exam is.
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
 * Whether a page may be loaded again because a chunk of its route failed: once per path in 10 s. The guard is stored
 * before; where it cannot be stored nothing is reloaded, else it could go on for ever (session.md 12).
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
 * The build the server hands out now, `null` when our server does not answer: offline, in maintenance or behind a
 * Wi-Fi's login page a reload would only lose what is on screen (offline.md 3.5).
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
 * `isWanted`: on a slow line the learner may be on another page by the time the server has answered, and must not be
 * pulled away.
 *
 * @returns whether the page is going away; if not, the error is to be shown.
 */
export async function reloadForChunk(address: string, isWanted: () => boolean): Promise<boolean> {
  const target = new URL(address, location.href);
  if (holds.size > 0 || (await liveBuild()) === null || holds.size > 0 || !isWanted()) return false;
  if (!takeReload(target.pathname + target.search, () => sessionStorage)) return false;
  load(target);
  return true;
}

/**
 * Loads this page again because a part of it is lost, once, and only when a newer build is out: else it would be lost
 * after that as well. Never in the middle of something; the part then says in its place that it could not come.
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
