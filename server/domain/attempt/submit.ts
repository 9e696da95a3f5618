import { eq } from 'drizzle-orm';
import type { SubmitInput } from '#contracts/examAttempt.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { scoreAttempt } from '../examResult/mark.ts';
import { queueCards } from '../examResult/queue.ts';
import type { Held, Written } from './load.ts';
import { differing } from './merge.ts';
import type { Outcome } from './outcome.ts';
import { receiptNo } from './receipt.ts';
import { type Saved, saveAnswers } from './save.ts';

/**
 * The changes of an attempt that has ended, as far as they follow from who ended it and when. `handedInAt`: when its
 * device handed it in; `null`: the server's clock ended it.
 */
export function endOf(
  deps: Pick<Deps, 'keys'>,
  attempt: Pick<ExamAttemptRow, 'id' | 'receiptNo'>,
  endedBy: 'user' | 'time',
  { submittedAt, handedInAt }: { submittedAt: Date; handedInAt: Date | null },
) {
  return {
    state: endedBy === 'user' ? ('submitted' as const) : ('timed_out' as const),
    endedBy,
    submittedAt,
    handedInAt,
    reopenedMs: null,
    receiptNo: attempt.receiptNo ?? receiptNo(deps.keys, attempt.id, submittedAt),
  };
}

/** The entry exam is written by all devices with its link at once: none of them speaks for the others. */
const handedIn = ({ attempt }: Held, now: number) => (attempt.userId === null ? null : new Date(now));

/**
 * Closes an attempt that the clock has ended: its device has handed in what it had. Marks may be told from here on, and
 * nothing is merged any more.
 */
async function close(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  const now = deps.clock.now();
  const attempt = { ...held.attempt, handedInAt: handedIn(held, now) };
  await tx
    .update(examAttempts)
    .set({ handedInAt: attempt.handedInAt })
    .where(eq(examAttempts.id, attempt.id));
  await scoreAttempt(tx, deps, attempt);
  await queueCards(tx, attempt, now);
  return { ...held, attempt };
}

/** Ends a running attempt, marks it, and has its review cards made. */
async function end(tx: Tx, deps: Deps, held: Held, endedBy: 'user' | 'time'): Promise<Held> {
  const now = deps.clock.now();
  const submittedAt = new Date(Math.min(now, held.attempt.deadline.getTime()));
  const change = endOf(deps, held.attempt, endedBy, { submittedAt, handedInAt: handedIn(held, now) });
  await tx.update(examAttempts).set(change).where(eq(examAttempts.id, held.attempt.id));
  const ended = { ...held, attempt: { ...held.attempt, ...change } };
  await scoreAttempt(tx, deps, ended.attempt);
  await queueCards(tx, ended.attempt, now);
  return ended;
}

/**
 * 412: device and server hold different answers. The stored cells go back, so that the device merges and hands in
 * again; and which cells of this call do not count, because after that the device has them no more.
 */
function unsynced({ answers }: Held, dropped: Saved['dropped']): ApiError {
  const data = { cells: answers.cells, rev: answers.rev, digest: answers.digest, dropped };
  return new ApiError(412, 'unsynced', 'ほかの端末の解答を合わせました。もう一度提出してください。', {
    data,
  });
}

/** Whether a device has handed it in. */
const isHandedIn = ({ state, handedInAt }: ExamAttemptRow) =>
  state === 'submitted' || (state === 'timed_out' && handedInAt !== null);

/** A hand-in that was taken. `kept`: how many cells of the call do not count. */
export type HandedIn = Held & { kept: number };

/**
 * Hands an attempt in (exams.md 3.4 S7). A repeated call with the same answers gets the same receipt. If the clock ended
 * the attempt first, the first hand-in within a day is merged and closes it. `refused`: 412 `unsynced`, 409 `closed`,
 * 423.
 */
export async function submitAttempt(
  tx: Tx,
  deps: Deps,
  found: Written,
  input: SubmitInput,
): Promise<Outcome<HandedIn>> {
  const { attempt, answers, epoch } = found;
  if (isHandedIn(attempt) && epoch === attempt.leaseEpoch && input.digest === answers.digest)
    return { value: { ...found, kept: differing(answers.cells, input.answers).length } };
  const saved = await saveAnswers(tx, deps, found, input);
  if ('refused' in saved) return saved;
  const { held, dropped } = saved.value;
  const kept = new Set(dropped.map(({ slot }) => slot)).size;
  if (held.answers.digest !== input.digest && input.as_merged !== true)
    return { refused: unsynced(held, dropped) };
  if (held.attempt.state === 'timed_out') return { value: { ...(await close(tx, deps, held)), kept } };
  const isTime = input.sealed_by === 'time' && deps.clock.now() >= held.attempt.deadline.getTime();
  return { value: { ...(await end(tx, deps, held, isTime ? 'time' : 'user')), kept } };
}
