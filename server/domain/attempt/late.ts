import { isMergedLate, lateMs } from '#contracts/examDeadline.ts';
import type { ExamAttemptRow } from '../../db/schema/exam.ts';

type Face = Pick<ExamAttemptRow, 'state' | 'deadline' | 'handedInAt'>;

/**
 * Until when answers of a device are awaited: the clock ended the attempt, no device has handed it in, and its day is
 * not over. Until then answers typed in time are merged, so neither marks nor keys are told (exams.md 3.6): who knows
 * them could still change the answers. `null`: nothing is awaited.
 */
export function lateUntil({ state, deadline, handedInAt }: Face, now: number): Date | null {
  const isAwaited = state === 'timed_out' && handedInAt === null && isMergedLate(deadline.getTime(), now);
  return isAwaited ? new Date(deadline.getTime() + lateMs) : null;
}

/** Whether an attempt has ended and its answers can no longer change: its marks and keys may be told. */
export function isSettled(attempt: Face, now: number): boolean {
  const hasEnded = attempt.state === 'submitted' || attempt.state === 'timed_out';
  return hasEnded && lateUntil(attempt, now) === null;
}
