import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { examAttempts, examSubjects } from '../../db/schema/exam.ts';
import { examScores } from '../../db/schema/examResult.ts';

/** Points of attempts by the key that counts now. Attempts that are not marked yet are left out. */
export async function totalsOf(
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, { total: number; full: number; pending: number }>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: examAttempts.id,
      total: examScores.total,
      full: examScores.full,
      pending: examScores.pending,
    })
    .from(examAttempts)
    .innerJoin(examSubjects, eq(examSubjects.id, examAttempts.subjectId))
    .innerJoin(
      examScores,
      and(eq(examScores.attemptId, examAttempts.id), eq(examScores.keyRevision, examSubjects.keyRevision)),
    )
    .where(inArray(examAttempts.id, [...attemptIds]));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
