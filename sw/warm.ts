import type { WarmAnswer } from '#shared/lib/worker/workerMessages.ts';
import { buildId, shellCacheName, tierOne, tierTwo, warmCacheName } from './build.ts';
import { keepDirectPages } from './direct.ts';
import { countMissing, keepAll } from './keep.ts';
import { isSwitchedOff } from './killSwitch.ts';

let running: Promise<WarmAnswer> | null = null;

/** Keeps the rest of the app. Continues where it was interrupted; several pages that ask share one run. */
export function warm(): Promise<WarmAnswer> {
  running ??= keepTheRest().finally(() => {
    running = null;
  });
  return running;
}

async function keepTheRest(): Promise<WarmAnswer> {
  if (await isSwitchedOff()) return { build: buildId, missing: tierTwo.length };
  const missing = await keepAll(await caches.open(warmCacheName), tierTwo);
  // The switch may have been turned meanwhile, and what lies there is an answer without the worker.
  if (await isSwitchedOff()) return { build: buildId, missing: tierTwo.length };
  await keepDirectPages().catch((error: unknown) => console.warn('start pages not kept', error));
  return { build: buildId, missing: missing.length };
}

/** Whether every file of the app is on the device, both tiers, without fetching any (offline.md 2.1). */
export async function checkApp(): Promise<WarmAnswer> {
  const shell = await countMissing(await caches.open(shellCacheName), tierOne);
  const rest = await countMissing(await caches.open(warmCacheName), tierTwo);
  return { build: buildId, missing: shell + rest };
}
