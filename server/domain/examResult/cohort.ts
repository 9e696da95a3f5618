import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { groupFull } from '#contracts/examKey.ts';
import { distributionOf, type ScoreCount } from '#contracts/examStatistics.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type ExamRow, examSubjects } from '../../db/schema/exam.ts';
import { type CohortRow, examCohorts, examDistributions, type ItemRate } from '../../db/schema/examResult.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { facultyScores } from './faculty.ts';
import { keyOf } from './keys.ts';
import { count, type ItemSums, readTakers, type Takers } from './takers.ts';

/** The newest version of an exam's cohort; `null`: there is none yet. */
export async function newestCohort(db: Db, examId: number): Promise<CohortRow | null> {
  const [row] = await db
    .select()
    .from(examCohorts)
    .where(eq(examCohorts.examId, examId))
    .orderBy(desc(examCohorts.version))
    .limit(1);
  return row ?? null;
}

/** All versions of an exam's cohort, the newest first. */
export function cohortsOf(db: Db, examId: number): Promise<CohortRow[]> {
  return db
    .select()
    .from(examCohorts)
    .where(eq(examCohorts.examId, examId))
    .orderBy(desc(examCohorts.version));
}

/** Which of these exams have their final numbers. */
export async function frozenExams(db: Db, examIds: readonly number[]): Promise<Set<number>> {
  if (examIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ examId: examCohorts.examId })
    .from(examCohorts)
    .where(and(inArray(examCohorts.examId, [...examIds]), inArray(examCohorts.kind, ['frozen', 'regraded'])));
  return new Set(rows.map(({ examId }) => examId));
}

/** Rows of one distribution, highest score first. */
export function distributionRows(
  db: Db,
  cohortId: number,
  scope: 'subject' | 'total' | 'faculty',
  key: string,
): Promise<ScoreCount[]> {
  return db
    .select({
      score: examDistributions.score,
      count: examDistributions.count,
      above: examDistributions.above,
    })
    .from(examDistributions)
    .where(
      and(
        eq(examDistributions.cohortId, cohortId),
        eq(examDistributions.scope, scope),
        eq(examDistributions.key, key),
      ),
    )
    .orderBy(desc(examDistributions.score));
}

/** How all takers did in every scoring group of a subject, and its correlation with the rest of the score. */
function itemsOf(groups: readonly { id: string; full: number }[], sums: readonly ItemSums[]): ItemRate[] {
  return groups.map(({ id, full }, at) => {
    const own = sums[at];
    const right = own?.counts.get(full) ?? 0;
    return { group: id, n: own?.n ?? 0, right, correlation: own ? correlationOf(own) : null };
  });
}

function correlationOf({ n, sx, sxx, sy, syy, sxy }: ItemSums): number | null {
  const spread = (n * sxx - sx * sx) * (n * syy - sy * sy);
  return spread > 0 ? (n * sxy - sx * sy) / Math.sqrt(spread) : null;
}

type Scope = (typeof examDistributions.$inferSelect)['scope'];
type Distribution = { scope: Scope; key: string; rows: ScoreCount[] };

/** Sums of a combination of subjects. Who was absent in one of them has none: absent is not 0. */
function sumsOf(persons: Takers['persons'], subjects: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const own of persons.values()) {
    const scores = subjects.flatMap((subject) => own[subject] ?? []);
    if (scores.length === subjects.length)
      count(
        counts,
        scores.reduce((sum, score) => sum + score, 0),
      );
  }
  return counts;
}

/** The distributions of all subjects and totals of an exam, and of 判定用 by method. */
async function distributionsOf(db: Db, exam: ExamRow, takers: Takers): Promise<Distribution[]> {
  const faculties = await facultyScores(db, exam, takers);
  const rowsOf = (scope: Scope, key: string, counts: ReadonlyMap<number, number>): Distribution => ({
    ...{ scope, key },
    rows: distributionOf(counts),
  });
  return [
    ...[...takers.scores].map(([key, counts]) => rowsOf('subject', key, counts)),
    ...exam.totals.map(({ id, subjects }) => rowsOf('total', id, sumsOf(takers.persons, subjects))),
    ...[...faculties].map(([id, counts]) => rowsOf('faculty', String(id), counts)),
  ];
}

/** What a version is made of: if it changes while takers are read, they are read again. */
async function basisOf(db: Db, exam: ExamRow) {
  const newest = await newestCohort(db, exam.id);
  const subjects = await db
    .select({ id: examSubjects.id, key: examSubjects.key, keyRevision: examSubjects.keyRevision })
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0))
    .orderBy(asc(examSubjects.order));
  return { version: newest?.version ?? 0, subjects };
}

/** Number of the advisory lock: only one version of an exam's cohort is made at a time. */
const cohortLock = 5_606_782;

/**
 * Makes a version of an exam's cohort; earlier versions stay (exams.md 5). Takers are read before, in turns; the
 * version itself appears whole, in one short transaction, unless another version or another key came first: then they
 * are read again.
 */
export async function makeCohort(deps: Deps, exam: ExamRow, kind: CohortRow['kind']): Promise<number> {
  const version = await makeCohortIf(deps, exam, kind, async () => true);
  if (version === null) throw new Error('cohort was not stored');
  return version;
}

/**
 * As `makeCohort`, if `isWanted` still says so in the transaction that stores it. Answers the version's number; `null`:
 * it was not wanted.
 */
export async function makeCohortIf(
  deps: Deps,
  exam: ExamRow,
  kind: CohortRow['kind'],
  isWanted: (tx: Tx) => Promise<boolean>,
): Promise<number | null> {
  for (;;) {
    const basis = await basisOf(deps.db, exam);
    const takers = await readTakers(deps, exam, basis.subjects);
    const distributions = await distributionsOf(deps.db, exam, takers);
    const subjects: CohortRow['subjects'] = {};
    for (const { id, key, keyRevision } of basis.subjects) {
      const groups = await groupsOf(deps.db, id, keyRevision);
      const items = itemsOf(groups, takers.items.get(key) ?? []);
      subjects[key] = { subjectId: id, keyRevision, items };
    }
    const version = await transaction(deps.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${cohortLock}, ${exam.id})`);
      if (!isDeepStrictEqual(await basisOf(tx, exam), basis)) return 'overtaken';
      if (!(await isWanted(tx))) return null;
      const made = new Date(deps.clock.now());
      const row = { examId: exam.id, version: basis.version + 1, kind, subjects, made };
      await storeCohort(tx, row, distributions);
      await forgetProvisional(tx, exam.id, basis.version);
      return row.version;
    });
    if (version !== 'overtaken') return version;
  }
}

async function storeCohort(
  tx: Tx,
  cohort: typeof examCohorts.$inferInsert,
  distributions: readonly Distribution[],
): Promise<void> {
  const [row] = await tx.insert(examCohorts).values(cohort).returning({ id: examCohorts.id });
  if (!row) throw new Error('cohort was not stored');
  for (const { scope, key, rows } of distributions)
    if (rows.length > 0)
      await tx
        .insert(examDistributions)
        .values(rows.map((counted) => ({ ...counted, cohortId: row.id, scope, key })));
}

/** Deletes older hourly versions. The one before the newest stays for people who are reading it. */
async function forgetProvisional(tx: Tx, examId: number, before: number): Promise<void> {
  await tx
    .delete(examCohorts)
    .where(
      and(
        eq(examCohorts.examId, examId),
        eq(examCohorts.kind, 'provisional'),
        lt(examCohorts.version, before),
      ),
    );
}

async function groupsOf(
  db: Db,
  subjectId: number,
  revision: number,
): Promise<{ id: string; full: number }[]> {
  const { key } = await keyOf(db, subjectId, revision);
  return key.groups.map((group) => ({ id: group.id, full: groupFull(group) }));
}
