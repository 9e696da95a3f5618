import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Cohort, cohortOf, convertNaishin } from '#contracts/examStatistics.ts';
import { type Db, queryRows, type Tx } from '../../db/client.ts';
import { type ExamRow, entryDesired, examEntries, examNaishin, examSubjects } from '../../db/schema/exam.ts';
import { examDistributions } from '../../db/schema/examResult.ts';
import { methodFaces } from '../exam/schools.ts';
import { judge, missingFor, type Naishin, type OwnSubject } from './judge.ts';

/** The distributions of every subject of a cohort version. */
export async function subjectCohorts(db: Db, cohortId: number): Promise<Map<string, Cohort>> {
  const rows = await db
    .select({ key: examDistributions.key, score: examDistributions.score, count: examDistributions.count })
    .from(examDistributions)
    .where(and(eq(examDistributions.cohortId, cohortId), eq(examDistributions.scope, 'subject')));
  const bySubject = new Map<string, { score: number; count: number }[]>();
  for (const { key, ...row } of rows) bySubject.set(key, [...(bySubject.get(key) ?? []), row]);
  return new Map([...bySubject].map(([key, counts]) => [key, cohortOf(counts)]));
}

/** 換算内申 of an entry by the table of its prefecture; nothing without a table or marks. */
export async function naishinOf(db: Db, basicInfo: Record<string, unknown> | null): Promise<Naishin> {
  const none = { points: 0, full: 0 };
  const { prefecture, naishin } = (basicInfo ?? {}) as {
    prefecture?: string;
    naishin?: Record<string, number>;
  };
  if (!prefecture || !naishin) return none;
  const [row] = await db.select().from(examNaishin).where(eq(examNaishin.prefecture, prefecture));
  return row ? { points: convertNaishin(row.table, naishin), full: row.table.to } : none;
}

type Applicant = { userId: number; methodId: number; basicInfo: Record<string, unknown> | null };

async function applicantsOf(tx: Tx, exam: ExamRow): Promise<Applicant[]> {
  const rows = await tx
    .select({ userId: examEntries.userId, methodId: entryDesired.methodId, basicInfo: examEntries.basicInfo })
    .from(entryDesired)
    .innerJoin(examEntries, eq(examEntries.id, entryDesired.entryId))
    .where(
      and(
        eq(examEntries.examId, exam.id),
        inArray(examEntries.status, ['entered']),
        isNotNull(entryDesired.methodId),
      ),
    );
  return rows.flatMap((row) => (row.methodId === null ? [] : [{ ...row, methodId: row.methodId }]));
}

/**
 * 判定用 of all applicants in tenths (for a high school in points), counted by method. `takers`: who counts in the cohort;
 * only they have a rank among the applicants.
 */
export async function facultyScores(
  tx: Tx,
  cohortId: number,
  exam: ExamRow,
  takers: SQL,
): Promise<Map<number, Map<number, number>>> {
  const counts = new Map<number, Map<number, number>>();
  if (exam.kind !== 'university' && exam.kind !== 'highschool') return counts;
  const kind = exam.kind;
  const applicants = await applicantsOf(tx, exam);
  if (applicants.length === 0) return counts;
  const methods = await methodFaces(tx, [...new Set(applicants.map(({ methodId }) => methodId))]);
  const cohorts = await subjectCohorts(tx, cohortId);
  const subjects = await tx
    .select({ key: examSubjects.key, name: examSubjects.name, points: examSubjects.points })
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0));
  const totals = await queryRows<{ person: number; subject: string; total: number }>(
    tx,
    sql`select person, subject, total from (${takers}) t where person > 0`,
  );
  const owns = new Map<number, OwnSubject[]>();
  for (const { person, subject, total } of totals) {
    const face = subjects.find(({ key }) => key === subject);
    const cohort = cohorts.get(subject);
    if (!face || !cohort) continue;
    const own = { id: subject, name: face.name, score: total, full: face.points, cohort };
    owns.set(person, [...(owns.get(person) ?? []), own]);
  }
  for (const { userId, methodId, basicInfo } of applicants) {
    const border = methods.get(methodId)?.border;
    const own = owns.get(userId);
    if (!border || !own || missingFor(border, own, kind).length > 0) continue;
    const { tenths } = judge(kind, border, own, await naishinOf(tx, basicInfo));
    const ofMethod = counts.get(methodId) ?? new Map<number, number>();
    ofMethod.set(tenths, (ofMethod.get(tenths) ?? 0) + 1);
    counts.set(methodId, ofMethod);
  }
  return counts;
}
