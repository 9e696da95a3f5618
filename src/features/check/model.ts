import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';

/** Path of the list of checks (specification.md 7). */
export const checkPath = '/api/lms/check/';
/** Kind of its outbox entries. */
export const checkKind = 'check';

/** The outbox entity of a lesson's mark. */
export function checkEntity(lessonId: string): string {
  return `${checkKind}:${lessonId}`;
}

/** 3 ◎わかった, 2 △あいまい, 1 ×わからない; 0: not marked. */
export type CheckLevel = 0 | 1 | 2 | 3;
/** The marked lesson, as the outbox entry stores it. */
export type CheckLesson = { id: string; name: string; course: string };
/** Levels by lesson id; unmarked lessons are missing. */
export type CheckLevels = ReadonlyMap<string, number>;
/** A change that waits to be sent. */
export type PendingCheck = { lessonId: string; level: number; course: string };

/** The changes in the queue that still count, oldest first: refused ones do not. */
export function pendingChecks(rows: OutboxRow[]): PendingCheck[] {
  return rows
    .filter((row) => row.kind === checkKind && row.state !== 'refused')
    .map((row) => {
      const { lesson, level } = row.body as { lesson: string; level: number };
      return { lessonId: lesson, level, course: (row.view as CheckLesson).course };
    });
}

/**
 * The marks as the learner left them: the last waiting changes replace what the server said. Level 0 removes a mark.
 */
export function overlayChecks(known: CheckLevels, pending: PendingCheck[]): CheckLevels {
  const levels = new Map(known);
  for (const change of pending) {
    if (change.level > 0) levels.set(change.lessonId, change.level);
    else levels.delete(change.lessonId);
  }
  return levels;
}
