import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type ExamAttemptRow, type ExamRow, examAttempts, examSubjects } from '../../db/schema/exam.ts';

/** Somebody's attempts of tests, the last first. Practice and void ones are left out. */
export function testAttempts(db: Db, userId: number, examIds: readonly number[]): Promise<ExamAttemptRow[]> {
  if (examIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        inArray(examAttempts.examId, [...examIds]),
        eq(examAttempts.kind, 'real'),
        inArray(examAttempts.state, ['running', 'submitted', 'timed_out']),
      ),
    )
    .orderBy(desc(examAttempts.startedAt));
}

/** When a test may be taken again; `null`: now. */
export function nextTestAt(exam: ExamRow, last: ExamAttemptRow | undefined, now: number): Date | null {
  if (!last || last.state === 'running' || exam.retakeDays === null) return null;
  const next = (last.submittedAt ?? last.startedAt).getTime() + exam.retakeDays * 86_400_000;
  return next > now ? new Date(next) : null;
}

/** The sections of tests with their skills, by version. */
export async function testSubjects(db: Db, versionIds: readonly number[]) {
  if (versionIds.length === 0) return [];
  return db
    .select({
      versionId: examSubjects.versionId,
      id: examSubjects.id,
      key: examSubjects.key,
      minutes: examSubjects.minutes,
      layout: examSubjects.layout,
    })
    .from(examSubjects)
    .where(inArray(examSubjects.versionId, [...versionIds]));
}
