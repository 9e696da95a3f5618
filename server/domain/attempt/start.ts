import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StartInput } from '#contracts/examAttempt.ts';
import { planned, type Tx } from '../../db/client.ts';
import {
  type ExamAttemptRow,
  type ExamRow,
  examAllowances,
  examAttempts,
  examEntries,
  examSubjects,
  examVersions,
} from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { iso } from '../../times.ts';
import { isOpenAt, openTimes } from '../exam/openTimes.ts';
import { beginAttempt } from './begin.ts';
import { addTime } from './deadline.ts';
import { examOf } from './facts.ts';
import { lateUntil } from './late.ts';
import { type Held, holdOwnAttempt } from './load.ts';
import { welcomeBack } from './reopen.ts';

/** Most that is added when the answer of a start was lost and it is sent again, milliseconds (exams.md 3.4 S2). */
const lostStartMs = 120_000;

function notOpen(exam: ExamRow, now: number): ApiError {
  const isEarly = exam.examFrom !== null && now < exam.examFrom.getTime();
  const detail = isEarly ? 'この試験は、まだ始まっていません。' : 'この試験の受験期間は終わりました。';
  const data = {
    from: iso(exam.examFrom),
    until: iso(exam.examUntil),
    server_now: new Date(now).toISOString(),
  };
  return new ApiError(409, 'not_open', detail, { data });
}

/** Whether the exam can be started now: its window, by the time of the database. */
function assertOpen(exam: ExamRow, now: number): void {
  const isEarly = exam.examFrom !== null && now < exam.examFrom.getTime();
  const isOver = exam.examUntil !== null && now >= exam.examUntil.getTime();
  if (isEarly || isOver) throw notOpen(exam, now);
}

/** A mock exam needs an entry first, with this subject among the chosen ones; `null`: with whatever subjects. */
async function assertEntered(tx: Tx, exam: ExamRow, userId: number, subject: string | null): Promise<void> {
  if (exam.kind === 'english' || exam.kind === 'konoshiki') return;
  const found = tx
    .select({ status: examEntries.status, subjects: examEntries.subjects })
    .from(examEntries)
    .where(and(eq(examEntries.userId, userId), eq(examEntries.examId, exam.id)));
  const [entry] = await planned(found, 'exam_entry_of');
  if (entry?.status === 'awaiting_payment')
    throw new ApiError(
      402,
      'payment_required',
      '受験料のお支払いがまだ済んでいません。お支払いのあとに受験できます。',
    );
  if (entry?.status !== 'entered')
    throw new ApiError(
      409,
      'not_entered',
      'この試験の申し込みがまだ済んでいません。申し込みのあとに受験できます。',
    );
  if (subject !== null && !entry.subjects.includes(subject))
    throw new ApiError(
      409,
      'not_entered',
      'この科目は受験科目に選ばれていません。申込内容から科目を選んでください。',
    );
}

async function subjectOf(tx: Tx, exam: ExamRow, key: string) {
  const found = tx
    .select({
      id: examSubjects.id,
      key: examSubjects.key,
      minutes: examSubjects.minutes,
      versionId: examSubjects.versionId,
      hash: examVersions.hash,
      firstStart: examVersions.firstStart,
    })
    .from(examSubjects)
    .innerJoin(examVersions, eq(examVersions.id, examSubjects.versionId))
    .where(and(eq(examSubjects.versionId, exam.versionId ?? 0), eq(examSubjects.key, key)));
  const [row] = await planned(found, 'exam_subject_of');
  if (!row) throw notFound('この科目は見つかりませんでした。');
  return row;
}

/** Lock for a learner and exam: one start at a time, in however many processes. */
async function lockStart(tx: Tx, userId: number, examId: number): Promise<void> {
  const name = `exam-start:${userId}:${examId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * A repeated start with the same key: the first answer was lost. So the time since then counts as not begun, up to two
 * minutes.
 */
async function giveLostTime(tx: Tx, held: Held, key: string | null, now: number): Promise<Held> {
  const { attempt, answers } = held;
  const isRepeat = key !== null && attempt.startKey === key && answers.rev === 0;
  if (!isRepeat || attempt.state !== 'running') return held;
  const lost = Math.min(lostStartMs, now - attempt.startedAt.getTime());
  if (lost <= attempt.startMs) return held;
  return { ...held, attempt: await addTime(tx, attempt, { startMs: lost }) };
}

type Round = { round: number; running: ExamAttemptRow | null };

/** What the earlier attempts mean for a start: continue one, begin a further round, or the reason for a refusal. */
function roundOf(exam: ExamRow, rows: ExamAttemptRow[], subject: string, now: number): Round {
  const own = rows.filter((row) => row.subject === subject).sort((one, other) => other.round - one.round);
  const [last] = own;
  if (last?.state === 'running') return { round: last.round, running: last };
  if (last && exam.retakeDays === null) {
    const data = { receipt_no: last.receiptNo };
    throw new ApiError(409, 'already_submitted', 'この科目は提出済みです。', { data });
  }
  if (last && exam.retakeDays !== null) {
    const next = new Date((last.submittedAt ?? last.startedAt).getTime() + exam.retakeDays * 86_400_000);
    if (now < next.getTime())
      throw new ApiError(409, 'too_soon', '次に受験できる日はまだ先です。', {
        data: { next_at: next.toISOString() },
      });
  }
  const other = rows.find((row) => row.state === 'running' && now < row.deadline.getTime());
  if (other)
    throw new ApiError(
      409,
      'other_subject_running',
      'ほかの科目を受験中です。先にその科目を終えてください。',
      {
        data: { subject: other.subject },
      },
    );
  return { round: (last?.round ?? 0) + 1, running: null };
}

/**
 * Whether a void attempt makes the one that takes its place one to be looked into: its taker had been told marks or keys
 * of the same questions, or it was in doubt itself (exams.md 3.7).
 */
function isLookedVoid(row: ExamAttemptRow, subject: string, round: number): boolean {
  return row.state === 'void' && row.needsLook && row.subject === subject && row.round === round;
}

/**
 * Starts a subject, or continues the one that runs (exams.md 3.4 S2). A refusal uses nothing up: 404, 402
 * `payment_required`, 409 `not_open`, `not_entered`, `already_submitted`, `other_subject_running`, `too_soon`, 412
 * `pack_outdated`. `key`: of the call, by which a repeated call is recognised.
 */
export async function startAttempt(
  tx: Tx,
  deps: Deps,
  { userId, examId, input, key }: { userId: number; examId: number; input: StartInput; key: string | null },
): Promise<{ held: Held; isNew: boolean }> {
  await lockStart(tx, userId, examId);
  const exam = await examOf(tx, examId);
  const subject = await subjectOf(tx, exam, input.subject);
  const now = deps.clock.now();
  const practice = input.practice === true;
  const kind = practice ? 'practice' : 'real';
  const known = tx
    .select()
    .from(examAttempts)
    .where(
      and(eq(examAttempts.userId, userId), eq(examAttempts.examId, examId), eq(examAttempts.kind, kind)),
    );
  const all = await planned(known, 'exam_attempts_of');
  const rows = all.filter(({ state }) => state !== 'void');
  // Practice is never too soon, and does not wait for a practice of another subject.
  const { round, running } = practice
    ? roundOf(
        { ...exam, retakeDays: 0 },
        rows.filter((row) => row.subject === subject.key),
        subject.key,
        now,
      )
    : roundOf(exam, rows, subject.key, now);
  if (running) {
    const found = await holdOwnAttempt(tx, userId, { exam: examId, attempt: running.id });
    const held = await giveLostTime(tx, found, key, now);
    // Another device only asks. If the writing device is back, time that was given after the end runs from now.
    if (held.attempt.leaseDevice !== input.device_id) return { held, isNew: false };
    return { held: { ...held, attempt: await welcomeBack(tx, held.attempt, now) }, isNew: false };
  }
  if (practice) {
    // Practice shows questions and keys: it needs an entry and the fee, like the exam itself.
    await assertEntered(tx, exam, userId, null);
    await assertPracticeOpen(tx, exam, { userId, subject: subject.key, now });
  } else {
    await assertEntered(tx, exam, userId, subject.key);
    assertOpen(exam, now);
  }
  if (input.version !== undefined && input.version !== subject.hash)
    throw new ApiError(
      412,
      'pack_outdated',
      '問題の準備が新しくなっています。もう一度準備してから始めてください。',
      {
        data: { version: subject.hash },
      },
    );
  const granted = tx.select().from(examAllowances).where(eq(examAllowances.userId, userId));
  const [allowance] = await planned(granted, 'exam_allowance_of');
  const held = await beginAttempt(tx, {
    owner: { userId },
    subject: { ...subject, examId },
    kind,
    round,
    startKey: key,
    needsLook: all.some((row) => isLookedVoid(row, subject.key, round)),
    device: { id: input.device_id, label: input.device_label ?? '' },
    allowance: allowance ?? null,
    examUntil: exam.examUntil,
    now,
  });
  return { held, isNew: true };
}

/**
 * Practice opens when the keys are open and the own attempt is over: nobody practises with questions that they still
 * have to answer.
 */
async function assertPracticeOpen(
  tx: Tx,
  exam: ExamRow,
  { userId, subject, now }: { userId: number; subject: string; now: number },
): Promise<void> {
  const { keys: opens } = await openTimes(tx, exam, now);
  const isWindowOver = exam.examUntil !== null && now >= exam.examUntil.getTime();
  const own = await tx
    .select({
      state: examAttempts.state,
      deadline: examAttempts.deadline,
      handedInAt: examAttempts.handedInAt,
    })
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        eq(examAttempts.examId, exam.id),
        eq(examAttempts.subject, subject),
        eq(examAttempts.kind, 'real'),
        inArray(examAttempts.state, ['running', 'submitted', 'timed_out']),
      ),
    );
  // The time of an attempt may go beyond the window: by an allowance, after an outage, or by an operator. After the
  // clock ended it, answers of its device may still come.
  const isUndecided = own.some((one) => one.state === 'running' || lateUntil(one, now) !== null);
  if (isOpenAt(opens, now) && !isUndecided && (isWindowOver || own.length > 0)) return;
  const data = { from: iso(opens), until: null, server_now: new Date(now).toISOString() };
  throw new ApiError(409, 'not_open', '練習は、受験と正解の公開のあとに始められます。', { data });
}
