import { now } from '../time/clock.ts';
import type { WhileMaintenance } from '../transport/exchange.ts';
import { isRevoked } from './rules.ts';

/** When an answer was asked for and when it came, epoch ms. Rows newer than `startedAt` are not overwritten by it. */
export type SyncTimes = { startedAt: number; savedAt: number };

/**
 * Whether a stored row is older than an answer that was asked for at `startedAt`, so that the answer replaces it; a row
 * stored meanwhile is newer news. A row from the future was stored while the device's clock ran ahead: its time says
 * nothing (offline.md 3.44).
 */
export function isOlder(row: { saved_at: number } | undefined, startedAt: number): boolean {
  return row === undefined || row.saved_at < startedAt || row.saved_at > now();
}

/** How the http layer is asked: with a copy on the device, a 503 does not lead away from it again. */
export type FetchOptions = { signal: AbortSignal; whileMaintenance: WhileMaintenance };

/** The steps of bringing one answer to the device. */
export type SyncSteps<Answer> = {
  signal: AbortSignal;
  fetch: (options: FetchOptions) => Promise<Answer>;
  /** One transaction. */
  save: (answer: Answer, times: SyncTimes) => Promise<unknown>;
  /** Deletes the stored copy: the server says the learner may not see it, or that it is gone. */
  forget: () => Promise<unknown>;
  /** Whether the device has a copy to show meanwhile; side loads that a page does not need always have. */
  hasCopy: () => Promise<boolean>;
};

/**
 * Fetches and stores; answers the time it was saved. On 403 and 404 the stored copy is deleted, so that what was
 * taken back disappears; in maintenance a stored copy is shown in place (session.md 15.1 and 15.3,
 * offline.md 5.7). Every error is rethrown.
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
