import { keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { buildOfCache, warmCacheOf } from './build.ts';
import { dropDirectPages, keepDirectPages } from './direct.ts';

/** Where the switch is stored: the browser starts the worker anew for almost every event. */
const switchCacheName = 'switch';
const switchKey = '/__switch';
/** Longest wait for the server's answer, ms. */
const lookLimitMs = 10_000;

/** Whether the worker must not answer anything; `null`: the stored value is not read yet. */
let isOff: boolean | null = null;
const remembered = readSwitch();

async function readSwitch(): Promise<boolean> {
  const kept = await caches.match(switchKey, { cacheName: switchCacheName }).catch(() => undefined);
  isOff ??= kept !== undefined;
  return isOff;
}

/** What is known without waiting: if off, the browser uses the network as if there were no worker. */
export function isKnownOff(): boolean {
  return isOff === true;
}

/** Whether the operator has switched the worker off (offline.md 6.10). */
export function isSwitchedOff(): Promise<boolean> {
  return isOff === null ? remembered : Promise.resolve(isOff);
}

/**
 * Reads the operator's switch, `{"sw": "off"}` in `version.json`, from the server. When it is off, the worker answers
 * nothing, and tier 2 and kept pages are deleted. Only an answer of the server switches it on again. No answer, or an
 * answer that is not ours, changes nothing.
 */
export async function lookAtSwitch(): Promise<void> {
  const wanted = await askServer();
  if (wanted === null || (!wanted && !(await isSwitchedOff()))) return;
  isOff = wanted;
  if (!wanted) {
    await caches.delete(switchCacheName);
    await keepDirectPages();
    return;
  }
  // Each time, not only when it is turned: work that was under way may have stored something since.
  await (await caches.open(switchCacheName)).put(switchKey, new Response('off'));
  await caches.delete(keptPagesCache);
  await dropDirectPages();
  for (const name of await caches.keys()) {
    const build = buildOfCache(name);
    if (build !== null && name === warmCacheOf(build)) await caches.delete(name);
  }
}

async function askServer(): Promise<boolean | null> {
  try {
    const response = await fetch('/version.json', {
      cache: 'no-store',
      signal: AbortSignal.timeout(lookLimitMs),
    });
    if (response.status !== 200) return null;
    const { build, sw } = (await response.json()) as { build?: unknown; sw?: unknown };
    return typeof build === 'string' ? sw === 'off' : null;
  } catch {
    return null;
  }
}
