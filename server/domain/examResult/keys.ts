import { and, eq } from 'drizzle-orm';
import type { AnswerKey } from '#contracts/examKey.ts';
import type { Db } from '../../db/client.ts';
import { examKeyRevisions, examSubjects } from '../../db/schema/exam.ts';

/** The key that marks a subject, and its revision. */
export type MarkingKey = { subjectId: number; revision: number; key: AnswerKey };

/** The key of a subject that counts now. */
export async function currentKey(db: Db, subjectId: number): Promise<MarkingKey> {
  const [row] = await db
    .select({ revision: examKeyRevisions.revision, key: examKeyRevisions.key })
    .from(examKeyRevisions)
    .innerJoin(
      examSubjects,
      and(
        eq(examSubjects.id, examKeyRevisions.subjectId),
        eq(examSubjects.keyRevision, examKeyRevisions.revision),
      ),
    )
    .where(eq(examKeyRevisions.subjectId, subjectId));
  if (!row) throw new Error(`no key of subject ${subjectId}`);
  return { subjectId, ...row };
}

/** The key of a revision. */
export async function keyOf(db: Db, subjectId: number, revision: number): Promise<MarkingKey> {
  const [row] = await db
    .select({ revision: examKeyRevisions.revision, key: examKeyRevisions.key })
    .from(examKeyRevisions)
    .where(and(eq(examKeyRevisions.subjectId, subjectId), eq(examKeyRevisions.revision, revision)));
  if (!row) throw new Error(`no key ${revision} of subject ${subjectId}`);
  return { subjectId, ...row };
}
