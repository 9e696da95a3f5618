import { eq } from 'drizzle-orm';
import type { AnswersInput, ExamEvent } from '#contracts/examAttempt.ts';
import { digestOf, mergePlays } from '#contracts/examMerge.ts';
import { planned, type Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAnswers, examAttempts } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, rateLimited } from '../../errors.ts';
import { closedLost, lateCounted, lateLost, tellTaker } from '../exam/notices.ts';
import { queueScore } from '../examResult/queue.ts';
import { addTime } from './deadline.ts';
import { keepEvents, lastEvent } from './events.ts';
import { subjectFacts } from './facts.ts';
import { lateUntil } from './late.ts';
import { type AnswersRow, badToken, type Held, seenAt, type Written } from './load.ts';
import { differing, keepOrphans, type Merged, mergeSent } from './merge.ts';
import type { Outcome } from './outcome.ts';
import { welcomeBack } from './reopen.ts';
import { mergeSpent } from './spent.ts';

/** Saves of an attempt in a minute before 429 (product.md 3.9.17). */
const savesPerMinute = 60;
const minute = 60_000;
/** Most that is added for the time between start and first question, milliseconds (exams.md 3.4 S2). */
const firstShownMs = 20_000;

/** What a save answers. */
export type Saved = {
  held: Held;
  eventsTo: number;
  dropped: Merged['dropped'];
};

/** The device that took over, for a refusal. */
export function heldBy(held: Held) {
  return { device_label: held.attempt.leaseLabel, seen_at: seenAt(held).toISOString() };
}

/**
 * 409 for an attempt that has ended. `kept`: how many cells were kept apart. A void attempt has no receipt and no time
 * of a hand-in, also when it was handed in before it was voided.
 */
export function closed({ state, receiptNo, submittedAt, endedBy }: ExamAttemptRow, kept: number): ApiError {
  if (state === 'void') {
    const detail = 'この受験は無効になりました。受験期間のあいだは、この科目をもう一度受験できます。';
    const data = { receipt_no: null, submitted_at: null, ended_by: 'operator', kept };
    return new ApiError(409, 'closed', detail, { data });
  }
  const data = {
    receipt_no: receiptNo,
    submitted_at: submittedAt?.toISOString() ?? null,
    ended_by: endedBy,
    kept,
  };
  return new ApiError(409, 'closed', 'この科目の受験は終わっています。', { data });
}

function countSave(
  { saves, savesFrom }: AnswersRow,
  most: number,
  now: number,
): Pick<AnswersRow, 'saves' | 'savesFrom'> {
  const isSameMinute = now - savesFrom.getTime() < minute;
  if (isSameMinute && saves >= most) throw rateLimited((savesFrom.getTime() + minute - now) / 1000);
  return isSameMinute ? { saves: saves + 1, savesFrom } : { saves: 1, savesFrom: new Date(now) };
}

/** Adds, only once, the time between the start and the first question on the screen. */
async function giveFirstShown(
  tx: Tx,
  attempt: ExamAttemptRow,
  shown: number | undefined,
): Promise<ExamAttemptRow> {
  if (shown === undefined || attempt.startMs > 0 || attempt.state !== 'running') return attempt;
  const startMs = Math.min(firstShownMs, shown);
  return startMs > 0 ? addTime(tx, attempt, { startMs }) : attempt;
}

/** Whether new answers of this attempt are still merged: it runs, or the clock ended it and its device is awaited. */
export function isOpen(attempt: ExamAttemptRow, now: number): boolean {
  return attempt.state === 'running' || lateUntil(attempt, now) !== null;
}

/** Keeps apart what came for a closed attempt, and refuses the call. */
async function refuseClosed(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { attempt, answers, epoch }: Written,
  input: AnswersInput,
): Promise<ApiError> {
  const now = deps.clock.now();
  const reason = attempt.state === 'timed_out' && attempt.handedInAt === null ? 'late' : 'closed';
  const dropped = differing(answers.cells, input.answers).map((slot) => ({ slot, reason }) as const);
  const of = { attemptId: attempt.id, epoch, sent: input.answers, now };
  const kept = await keepOrphans(tx, of, dropped);
  // Who voided it has told the taker why; all others have to know that these answers do not count.
  if (kept > 0 && attempt.state !== 'void')
    await tellTaker(tx, deps, attempt.id, reason === 'late' ? lateLost(kept) : closedLost(kept));
  return closed(attempt, kept);
}

async function storeEvents(
  tx: Tx,
  deps: Deps,
  { attempt, epoch }: { attempt: ExamAttemptRow; epoch: number },
  events: readonly ExamEvent[],
): Promise<{ to: number; isWhole: boolean }> {
  const of = { attemptId: attempt.id, userId: attempt.userId ?? 0, epoch };
  if (events.length > 0) return keepEvents(tx, deps, of, events);
  return { to: (await lastEvent(tx, deps, of)).n, isWhole: true };
}

/** Stores what changed in the attempt itself, which is rare. */
async function noteAttempt(
  tx: Tx,
  attempt: ExamAttemptRow,
  note: Partial<ExamAttemptRow>,
): Promise<ExamAttemptRow> {
  const changed = Object.entries(note).some(
    ([name, value]) => attempt[name as keyof ExamAttemptRow] !== value,
  );
  if (!changed) return attempt;
  await tx.update(examAttempts).set(note).where(eq(examAttempts.id, attempt.id));
  return { ...attempt, ...note };
}

/**
 * Stores the answers after a merge; their row is updated in place. A call of an old device does not count as a sign of
 * life of the new one.
 */
async function storeAnswers(
  tx: Tx,
  {
    answers,
    isCurrent,
    counted,
    spent,
    now,
  }: {
    answers: AnswersRow;
    isCurrent: boolean;
    counted: Partial<AnswersRow>;
    spent: AnswersRow['spent'];
    now: number;
  },
  merged: Merged,
  plays: Record<string, number>,
): Promise<AnswersRow> {
  const next = {
    ...counted,
    rev: merged.isChanged ? answers.rev + 1 : answers.rev,
    cells: merged.cells,
    plays: mergePlays(answers.plays, plays),
    digest: merged.isChanged ? await digestOf(merged.cells) : answers.digest,
    clock: merged.clock,
    savedAt: isCurrent ? new Date(now) : answers.savedAt,
    spent,
  };
  const change = tx.update(examAnswers).set(next).where(eq(examAnswers.attemptId, answers.attemptId));
  await planned(change, 'attempt_answers_saved');
  return { ...answers, ...next };
}

/**
 * Stores what a device sends (exams.md 3.4 S4, 3.6): merges cells or keeps them apart, stores events, and adds the time
 * until the first question. Any repetition in any order ends in the same state. `refused`: 423 `lease_lost` for a
 * device that another one took over from, with its earlier cells merged; 409 `closed`. Throws 403 `attempt_token`, 429.
 */
export async function saveAnswers(
  tx: Tx,
  deps: Deps,
  found: Written,
  input: AnswersInput,
): Promise<Outcome<Saved>> {
  const { epoch } = found;
  if (input.lease !== epoch) throw badToken();
  const now = deps.clock.now();
  const counted = countSave(found.answers, found.most ?? savesPerMinute, now);
  const isCurrent = epoch === found.attempt.leaseEpoch;
  if (!isOpen(found.attempt, now)) return { refused: await refuseClosed(tx, deps, found, input) };
  let attempt = isCurrent ? await welcomeBack(tx, found.attempt, now) : found.attempt;
  attempt = await giveFirstShown(tx, attempt, input.first_shown);
  const facts = await subjectFacts(deps, tx, attempt.subjectId);
  const since = Date.parse(input.client_at.since);
  const merged = mergeSent(
    found.answers.cells,
    input.answers,
    { ...input.client_at, since },
    {
      names: facts.names,
      start: attempt.startedAt.getTime(),
      deadline: attempt.deadline.getTime(),
      received: now,
      epochEnd: isCurrent ? null : (attempt.takeovers[epoch - 1] ?? 0),
    },
  );
  await keepOrphans(tx, { attemptId: attempt.id, epoch, sent: input.answers, now }, merged.dropped);
  const events = await storeEvents(tx, deps, { attempt, epoch }, input.events ?? []);
  const told = { attempt, epoch, sent: input.spent ?? {}, questions: facts.questions };
  const spent = mergeSpent(found.answers.spent, told);
  const answers = await storeAnswers(
    tx,
    { answers: found.answers, isCurrent, counted, spent, now },
    merged,
    input.audio_plays ?? {},
  );
  const isLate = attempt.state === 'timed_out' && merged.isChanged;
  attempt = await noteAttempt(tx, attempt, {
    ...(merged.isDoubtful ? { needsLook: true } : {}),
    ...(events.isWhole ? {} : { chainOk: false, needsLook: true }),
    ...(isLate ? { lateSync: true, sealNo: attempt.sealNo + 1 } : {}),
  });
  if (isLate) await queueScore(tx, attempt.id, now);
  if (isLate) await tellTaker(tx, deps, attempt.id, lateCounted);
  const lost = merged.dropped.filter(({ reason }) => reason === 'late').length;
  if (lost > 0) await tellTaker(tx, deps, attempt.id, lateLost(lost));
  const held = { attempt, answers };
  if (!isCurrent) return { refused: leaseLost(held, merged) };
  return { value: { held, eventsTo: events.to, dropped: merged.dropped } };
}

/** 423 with the device that writes now, and how many cells of the old device were merged and kept apart. */
function leaseLost(held: Held, { taken, dropped }: Merged): ApiError {
  const data = { held_by: heldBy(held), merged: taken, kept: dropped.length };
  return new ApiError(423, 'lease_lost', 'ほかの端末に切り替わりました。この端末では解答を変えられません。', {
    data,
  });
}
