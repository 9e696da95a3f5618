/** Exams and subjects from which reports are made. */
import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  type ExamRow,
  type ExamSubjectRow,
  examAttempts,
  examSubjects,
  exams,
} from '../../db/schema/exam.ts';

/** Subjects of an exam, whole. */
export function wholeSubjects(db: Db, exam: ExamRow): Promise<ExamSubjectRow[]> {
  return db
    .select()
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0))
    .orderBy(examSubjects.order, examSubjects.id);
}

/** One subject, whole. The caller has an attempt at it, so it is there. */
export async function wholeSubject(db: Db, id: number): Promise<ExamSubjectRow> {
  const [row] = await db.select().from(examSubjects).where(eq(examSubjects.id, id));
  if (!row) throw new Error(`no subject ${id}`);
  return row;
}

/** The last five exams of the same kind before this one, the newest first; none for an exam without a day. */
export async function examsBefore(db: Db, exam: ExamRow): Promise<ExamRow[]> {
  if (!exam.examFrom) return [];
  return db
    .select()
    .from(exams)
    .where(and(eq(exams.kind, exam.kind), ne(exams.id, exam.id), lt(exams.examFrom, exam.examFrom)))
    .orderBy(desc(exams.examFrom))
    .limit(5);
}

/** Exams in which somebody has an attempt, the newest first. */
export async function takenExams(db: Db, userId: number): Promise<ExamRow[]> {
  const rows = await db
    .selectDistinct({ examId: examAttempts.examId })
    .from(examAttempts)
    .where(eq(examAttempts.userId, userId));
  if (rows.length === 0) return [];
  const ids = rows.map(({ examId }) => examId);
  return db.select().from(exams).where(inArray(exams.id, ids)).orderBy(desc(exams.examFrom));
}
