import { and, eq, inArray, ne } from 'drizzle-orm';
import type { EntryState, SubjectState } from '#contracts/exam.ts';
import type { Db } from '../../db/client.ts';
import { type ExamAttemptRow, type ExamEntryRow, type ExamRow, examAttempts } from '../../db/schema/exam.ts';

/** An attempt as lists need it. */
export type AttemptFace = Pick<
  ExamAttemptRow,
  | 'id'
  | 'examId'
  | 'subject'
  | 'subjectId'
  | 'state'
  | 'round'
  | 'receiptNo'
  | 'submittedAt'
  | 'startedAt'
  | 'deadline'
  | 'handedInAt'
>;

const face = {
  id: examAttempts.id,
  examId: examAttempts.examId,
  subject: examAttempts.subject,
  subjectId: examAttempts.subjectId,
  state: examAttempts.state,
  round: examAttempts.round,
  receiptNo: examAttempts.receiptNo,
  submittedAt: examAttempts.submittedAt,
  startedAt: examAttempts.startedAt,
  deadline: examAttempts.deadline,
  handedInAt: examAttempts.handedInAt,
};

/** Somebody's real attempts of exams, without void ones, the last round last. */
export async function attemptsOf(db: Db, userId: number, examIds: readonly number[]): Promise<AttemptFace[]> {
  if (examIds.length === 0) return [];
  return db
    .select(face)
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        inArray(examAttempts.examId, [...examIds]),
        eq(examAttempts.kind, 'real'),
        ne(examAttempts.state, 'void'),
      ),
    )
    .orderBy(examAttempts.round);
}

/** Whether the window in which an exam can be begun has ended. */
export const isOver = (exam: ExamRow, now: number) =>
  exam.examUntil !== null && now >= exam.examUntil.getTime();

/** The state of a subject: 未受験 受験中 提出済 時間切れ 欠席. */
export function subjectState(
  exam: ExamRow,
  attempt: AttemptFace | undefined,
  { isSelected, now }: { isSelected: boolean; now: number },
): SubjectState {
  if (!attempt) return isSelected && isOver(exam, now) ? 'absent' : 'none';
  if (attempt.state === 'ready') return 'none';
  return attempt.state === 'void' ? 'void' : attempt.state;
}

/**
 * The state of an entry (exams.md 1): the stored part, and what follows from attempts and clock. `isReported`: the
 * cohort of the exam is frozen.
 */
export function entryState(
  exam: ExamRow,
  entry: Pick<ExamEntryRow, 'status' | 'subjects'> | null,
  attempts: readonly AttemptFace[],
  { isReported, now }: { isReported: boolean; now: number },
): EntryState {
  if (!entry) return 'none';
  if (entry.status !== 'entered') return entry.status;
  const own = attempts.filter(({ examId }) => examId === exam.id);
  if (own.length === 0) return isOver(exam, now) ? 'absent' : 'entered';
  const ended = new Set(own.filter(({ state }) => state !== 'running').map(({ subject }) => subject));
  const isFinished = entry.subjects.every((subject) => ended.has(subject)) || isOver(exam, now);
  if (!isFinished || own.some(({ state }) => state === 'running')) return 'taking';
  return isReported ? 'reported' : 'finished';
}
