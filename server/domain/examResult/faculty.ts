import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Cohort, cohortOf, convertNaishin, type NaishinTable } from '#contracts/examStatistics.ts';
import type { Db } from '../../db/client.ts';
import { type ExamRow, entryDesired, examEntries, examNaishin, examSubjects } from '../../db/schema/exam.ts';
import { examDistributions } from '../../db/schema/examResult.ts';
import { methodFaces } from '../exam/schools.ts';
import { missingFor, type Naishin, tenthsOf } from './judge.ts';
import { count, type Takers, turn } from './takers.ts';

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

/** Who wishes for a method. What they entered is read only where 内申 counts. */
async function applicantsOf(db: Db, exam: ExamRow): Promise<Applicant[]> {
  const needsNaishin = exam.kind === 'highschool';
  const rows = await db
    .select({
      userId: examEntries.userId,
      methodId: entryDesired.methodId,
      basicInfo: needsNaishin ? examEntries.basicInfo : sql<null>`null`,
    })
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

/** The subjects of an exam with all who took them. */
async function subjectsOf(db: Db, exam: ExamRow, { scores }: Takers) {
  const rows = await db
    .select({ id: examSubjects.key, name: examSubjects.name, full: examSubjects.points })
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0));
  return rows.map((row) => ({
    ...row,
    cohort: cohortOf([...(scores.get(row.id) ?? [])].map(([score, n]) => ({ score, count: n }))),
  }));
}

/**
 * 判定用 of all applicants in tenths (for a high school in points), counted by method. Only who counts in the cohort
 * (`takers`) has a rank among the applicants.
 */
export async function facultyScores(
  db: Db,
  exam: ExamRow,
  takers: Takers,
): Promise<Map<number, Map<number, number>>> {
  const counts = new Map<number, Map<number, number>>();
  if (exam.kind !== 'university' && exam.kind !== 'highschool') return counts;
  const kind = exam.kind;
  const applicants = await applicantsOf(db, exam);
  if (applicants.length === 0) return counts;
  const methods = await methodFaces(db, [...new Set(applicants.map(({ methodId }) => methodId))]);
  const subjects = await subjectsOf(db, exam, takers);
  // All tables at once: a large exam has 100,000 applicants, but no more tables than there are prefectures.
  const tables = kind === 'highschool' ? await naishinTables(db) : new Map<string, NaishinTable>();
  for (const [at, { userId, methodId, basicInfo }] of applicants.entries()) {
    if (at % turn === turn - 1) await nextTurn();
    const border = methods.get(methodId)?.border;
    const scores = takers.persons.get(String(userId));
    if (!border || !scores) continue;
    const own = subjects.flatMap((subject) => {
      const score = scores[subject.id];
      return score === undefined ? [] : [{ ...subject, score }];
    });
    if (missingFor(border, own, kind).length > 0) continue;
    const naishin = naishinIn(basicInfo);
    const table = naishin ? tables.get(naishin.prefecture) : undefined;
    const ofMethod = counts.get(methodId) ?? new Map<number, number>();
    count(ofMethod, tenthsOf(kind, border, own, naishinBy(table, naishin?.marks)));
    counts.set(methodId, ofMethod);
  }
  return counts;
}
