import { eq } from 'drizzle-orm';
import type { SubmitInput } from '#contracts/examAttempt.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { scoreAttempt } from '../examResult/mark.ts';
import { queueCards } from '../examResult/queue.ts';
import type { Held, Written } from './load.ts';
import type { Outcome } from './outcome.ts';
import { receiptNo } from './receipt.ts';
import { closed, saveAnswers } from './save.ts';

/** The changes of an attempt that has ended, as far as they follow from who ended it and when. */
export function endOf(
  deps: Pick<Deps, 'keys'>,
  attempt: Pick<ExamAttemptRow, 'id' | 'receiptNo'>,
  endedBy: 'user' | 'time',
  submittedAt: Date,
) {
  return {
    state: endedBy === 'user' ? ('submitted' as const) : ('timed_out' as const),
    endedBy,
    submittedAt,
    reopenedMs: null,
    receiptNo: attempt.receiptNo ?? receiptNo(deps.keys, attempt.id, submittedAt),
  };
}

/** Ends a running attempt, marks it, and has its review cards made. */
async function end(tx: Tx, deps: Deps, held: Held, endedBy: 'user' | 'time'): Promise<Held> {
  const now = deps.clock.now();
  const submittedAt = new Date(Math.min(now, held.attempt.deadline.getTime()));
  const change = endOf(deps, held.attempt, endedBy, submittedAt);
  await tx.update(examAttempts).set(change).where(eq(examAttempts.id, held.attempt.id));
  const ended = { ...held, attempt: { ...held.attempt, ...change } };
  await scoreAttempt(tx, deps, ended.attempt);
  await queueCards(tx, ended.attempt, now);
  return ended;
}

/**
 * 412: device and server hold different answers. The stored cells go back, so that the device merges and hands in
 * again.
 */
function unsynced({ answers }: Held): ApiError {
  const data = { cells: answers.cells, rev: answers.rev, digest: answers.digest };
  return new ApiError(412, 'unsynced', 'ほかの端末の解答を合わせました。もう一度提出してください。', {
    data,
  });
}

/**
 * Hands an attempt in (exams.md 3.4 S7). A repeated call with the same answers gets the same receipt, also when the
 * clock ended the attempt first; in that case answers of an offline device are still merged for a day. `refused`: 412
 * `unsynced`, 409 `closed`, 423.
 */
export async function submitAttempt(
  tx: Tx,
  deps: Deps,
  found: Written,
  input: SubmitInput,
): Promise<Outcome<Held>> {
  const { attempt, answers, epoch } = found;
  if (attempt.state === 'submitted' && epoch === attempt.leaseEpoch && input.digest === answers.digest)
    return { value: found };
  if (attempt.state === 'void') return { refused: closed(attempt, 0) };
  const saved = await saveAnswers(tx, deps, found, input);
  if ('refused' in saved) return saved;
  const { held } = saved.value;
  if (held.answers.digest !== input.digest && input.as_merged !== true) return { refused: unsynced(held) };
  if (held.attempt.state === 'timed_out') {
    await scoreAttempt(tx, deps, held.attempt);
    return { value: held };
  }
  const isTime = input.sealed_by === 'time' && deps.clock.now() >= held.attempt.deadline.getTime();
  return { value: await end(tx, deps, held, isTime ? 'time' : 'user') };
}
