import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Cohort, cohortOf, convertNaishin, type NaishinTable } from '#contracts/examStatistics.ts';
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

/** What an entry says about 内申; `null`: no marks, or no prefecture. */
function naishinIn(basicInfo: Record<string, unknown> | null) {
  const { prefecture, naishin } = (basicInfo ?? {}) as {
    prefecture?: string;
    naishin?: Record<string, number>;
  };
  return prefecture && naishin ? { prefecture, marks: naishin } : null;
}

/** 換算内申 by a table of 内申; nothing without a table or marks. */
function naishinBy(table: NaishinTable | undefined, marks: Record<string, number> | undefined): Naishin {
  return table && marks ? { points: convertNaishin(table, marks), full: table.to } : { points: 0, full: 0 };
}

/** 換算内申 of an entry by the table of its prefecture; nothing without a table or marks. */
export async function naishinOf(db: Db, basicInfo: Record<string, unknown> | null): Promise<Naishin> {
  const own = naishinIn(basicInfo);
  const [row] = own
    ? await db.select().from(examNaishin).where(eq(examNaishin.prefecture, own.prefecture))
    : [];
  return naishinBy(row?.table, own?.marks);
}

/** The tables of all prefectures, by prefecture. */
async function naishinTables(db: Db): Promise<Map<string, NaishinTable>> {
  const rows = await db.select().from(examNaishin);
  return new Map(rows.map(({ prefecture, table }) => [prefecture, table]));
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
    sql`select person::int as person, subject, total from (${takers}) t where person > 0`,
  );
  const owns = new Map<number, OwnSubject[]>();
  for (const { person, subject, total } of totals) {
    const face = subjects.find(({ key }) => key === subject);
    const cohort = cohorts.get(subject);
    if (!face || !cohort) continue;
    const own = { id: subject, name: face.name, score: total, full: face.points, cohort };
    owns.set(person, [...(owns.get(person) ?? []), own]);
  }
  // All tables at once: a large exam has 100,000 applicants, but no more tables than there are prefectures.
  const tables = kind === 'highschool' ? await naishinTables(tx) : new Map<string, NaishinTable>();
  for (const { userId, methodId, basicInfo } of applicants) {
    const border = methods.get(methodId)?.border;
    const own = owns.get(userId);
    if (!border || !own || missingFor(border, own, kind).length > 0) continue;
    const naishin = naishinIn(basicInfo);
    const table = naishin ? tables.get(naishin.prefecture) : undefined;
    const { tenths } = judge(kind, border, own, naishinBy(table, naishin?.marks));
    const ofMethod = counts.get(methodId) ?? new Map<number, number>();
    ofMethod.set(tenths, (ofMethod.get(tenths) ?? 0) + 1);
    counts.set(methodId, ofMethod);
  }
  return counts;
}
