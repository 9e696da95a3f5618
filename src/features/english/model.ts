import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';

/** The last attempt of a test among those of its exam on this device; practice is separate. `null`: none. */
export function lastHere(rows: readonly AttemptRow[], practice: boolean): AttemptRow | null {
  const own = rows.filter((row) => row.kind === 'english' && row.practice === practice);
  return own.toSorted((one, other) => other.startedAt - one.startedAt)[0] ?? null;
}

/**
 * Why a test is not in the list of tests. `waiting`: the list is on its way, or this device is still looked through ·
 * `failed`: the list did not come · `away`: the stored list may be older than the test · `none`: there is no such test.
 */
export type Unlisted = 'waiting' | 'failed' | 'away' | 'none';

/** `isLooking`: what this device has of the test is still being read. */
export function whyUnlisted(
  { data, error, isFetching, isStale }: Pick<Mirror<unknown>, 'data' | 'error' | 'isFetching' | 'isStale'>,
  isLooking: boolean,
): Unlisted {
  if (isLooking) return 'waiting';
  if (data === undefined) return error === null ? 'waiting' : 'failed';
  if (isFetching) return 'waiting';
  if (error !== null) return 'failed';
  return isStale ? 'away' : 'none';
}

/**
 * Whether what this device has of a test opens without the list: an attempt that goes on (exams.md 3.4), and a receipt.
 * A test that is over may be taken again, which the list alone says.
 */
export function opensAlone({ state }: Pick<AttemptRow, 'state'>, isReceipt: boolean): boolean {
  return state !== 'submitted' || isReceipt;
}
