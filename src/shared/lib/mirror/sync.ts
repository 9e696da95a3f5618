import { now } from '../time/clock.ts';
import type { WhileMaintenance } from '../transport/exchange.ts';
import { isRevoked } from './rules.ts';

/** When an answer was requested and when it came, epoch ms. It does not overwrite rows newer than `startedAt`. */
export type SyncTimes = { startedAt: number; savedAt: number };

/**
 * Whether a stored row is older than an answer requested at `startedAt`, so that the answer replaces it. A row stored
 * in the meantime is newer. A row from the future was stored while the device's clock was ahead, so its time says
 * nothing (offline.md 3.44).
 */
export function isOlder(row: { saved_at: number } | undefined, startedAt: number): boolean {
  return row === undefined || row.saved_at < startedAt || row.saved_at > now();
}

/** Options for the http layer. If the device has a copy, a 503 does not navigate to `/maintenance` again. */
export type FetchOptions = { signal: AbortSignal; whileMaintenance: WhileMaintenance };

/** The steps of fetching and storing one answer. */
export type SyncSteps<Answer> = {
  signal: AbortSignal;
  fetch: (options: FetchOptions) => Promise<Answer>;
  /** Stores the answer in one transaction. */
  save: (answer: Answer, times: SyncTimes) => Promise<unknown>;
  /** Deletes the stored copy: the learner may not see it, or it no longer exists. */
  forget: () => Promise<unknown>;
  /** Whether the device has a copy to show meanwhile. Secondary loads that a page does not need always say yes. */
  hasCopy: () => Promise<boolean>;
};

/**
 * Fetches and stores; answers the time of storing. On 403 and 404 the stored copy is deleted, so that withdrawn content
 * disappears. During maintenance the stored copy is shown (session.md 15.1 and 15.3, offline.md 5.7). Every error is
 * rethrown.
 */
export async function syncAnswer<Answer>({
  signal,
  fetch,
  save,
  forget,
  hasCopy,
}: SyncSteps<Answer>): Promise<number> {
  const startedAt = now();
  let answer: Answer;
  try {
    answer = await fetch({ signal, whileMaintenance: (await hasCopy()) ? 'stay' : 'leave' });
  } catch (error) {
    if (isRevoked(error)) await forget();
    throw error;
  }
  const savedAt = now();
  await save(answer, { startedAt, savedAt });
  return savedAt;
}
