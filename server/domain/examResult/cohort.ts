import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { groupFull } from '#contracts/examKey.ts';
import { distributionOf, type ScoreCount } from '#contracts/examStatistics.ts';
import { type Db, queryRows, type Tx } from '../../db/client.ts';
import { type ExamRow, examSubjects } from '../../db/schema/exam.ts';
import { type CohortRow, examCohorts, examDistributions, type ItemRate } from '../../db/schema/examResult.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { facultyScores } from './faculty.ts';
import { keyOf } from './keys.ts';

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

/**
 * Takers who count (exams.md 5): marked; without practice, void attempts, staff, attempts that need a look, and groups
 * that wait for self marking. Takers from a seed count only in sample exams; they have no account, and a negative
 * number made from the name of their attempt stands for the person. A column `takers` of attempt, person, subject and
 * total.
 */
function takers(exam: Pick<ExamRow, 'id' | 'isSample'>) {
  return sql`
    select a.id, a.subject, s.total, s.points,
           coalesce(a.user_id, -1 - (hashtextextended(a.start_key, 0) & 9223372036854775807)) as person
    from exam_attempts a
    join exam_subjects e on e.id = a.subject_id
    join exam_scores s on s.attempt_id = a.id and s.key_revision = e.key_revision
    left join users u on u.id = a.user_id
    where a.exam_id = ${exam.id} and a.kind = 'real' and a.round = 1
      and a.state in ('submitted', 'timed_out') and not a.needs_look and s.pending = 0
      and (a.user_id is not null or ${exam.isSample})
      and not coalesce(u.scope @> '["staff"]'::jsonb, false)`;
}

async function writeDistributions(tx: Tx, cohortId: number, exam: ExamRow): Promise<void> {
  await tx.execute(sql`
    insert into exam_distributions (cohort_id, scope, key, score, count, above)
    select ${cohortId}, 'subject', subject, total, count(*),
           coalesce(sum(count(*)) over (partition by subject order by total desc
                    rows between unbounded preceding and 1 preceding), 0)
    from (${takers(exam)}) t group by subject, total`);
  for (const { id, subjects } of exam.totals) {
    const list = sql.join(
      subjects.map((subject) => sql`${subject}`),
      sql`, `,
    );
    await tx.execute(sql`
      insert into exam_distributions (cohort_id, scope, key, score, count, above)
      select ${cohortId}, 'total', ${id}, sum, count(*),
             coalesce(sum(count(*)) over (order by sum desc rows between unbounded preceding and 1 preceding), 0)
      from (select person, sum(total)::int as sum from (${takers(exam)}) t
            where subject in (${list}) group by person having count(*) = ${subjects.length}) p
      group by sum`);
  }
}

type ItemSums = {
  at: number;
  n: number;
  right: number;
  sx: number;
  sxx: number;
  sy: number;
  syy: number;
  sxy: number;
};

/** How all takers did in every scoring group of a subject, and its correlation with the rest of the score. */
async function itemsOf(
  tx: Tx,
  exam: ExamRow,
  subject: string,
  groups: { id: string; full: number }[],
): Promise<ItemRate[]> {
  const rows = await queryRows<ItemSums>(
    tx,
    sql`with t as (${takers(exam)} and a.subject = ${subject}),
             p as (select u.at::int as at, u.x::float8 as x, (t.total - greatest(u.x, 0))::float8 as y
                   from t, unnest(t.points) with ordinality as u(x, at) where u.x >= 0)
        select at, count(*)::int as n, sum(x) as sx, sum(x * x) as sxx, sum(y) as sy, sum(y * y) as syy,
               sum(x * y) as sxy, 0 as right from p group by at`,
  );
  const rights = await queryRows<{ at: number; x: number; n: number }>(
    tx,
    sql`with t as (${takers(exam)} and a.subject = ${subject})
        select u.at::int as at, u.x::int as x, count(*)::int as n
        from t, unnest(t.points) with ordinality as u(x, at) where u.x >= 0 group by u.at, u.x`,
  );
  return groups.map(({ id, full }, place) => {
    const sums = rows.find(({ at }) => at === place + 1);
    const right = rights.find(({ at, x }) => at === place + 1 && x === full)?.n ?? 0;
    return { group: id, n: sums?.n ?? 0, right, correlation: sums ? correlationOf(sums) : null };
  });
}

function correlationOf({ n, sx, sxx, sy, syy, sxy }: ItemSums): number | null {
  const spread = (n * sxx - sx * sx) * (n * syy - sy * sy);
  return spread > 0 ? (n * sxy - sx * sy) / Math.sqrt(spread) : null;
}

/** Number of the advisory lock: only one version of an exam's cohort is made at a time. */
const cohortLock = 5_606_782;

/**
 * Makes a version of an exam's cohort, whole in one transaction; earlier versions stay (exams.md 5). Answers its
 * number.
 */
export async function makeCohort(deps: Deps, exam: ExamRow, kind: CohortRow['kind']): Promise<number> {
  return transaction(deps.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${cohortLock}, ${exam.id})`);
    const newest = await newestCohort(tx, exam.id);
    const subjects = await tx
      .select()
      .from(examSubjects)
      .where(eq(examSubjects.versionId, exam.versionId ?? 0))
      .orderBy(asc(examSubjects.order));
    const facts: CohortRow['subjects'] = {};
    for (const subject of subjects) {
      const groups = await groupsOf(tx, subject.id, subject.keyRevision);
      const items = await itemsOf(tx, exam, subject.key, groups);
      facts[subject.key] = { subjectId: subject.id, keyRevision: subject.keyRevision, items };
    }
    const version = (newest?.version ?? 0) + 1;
    const made = new Date(deps.clock.now());
    const [row] = await tx
      .insert(examCohorts)
      .values({ examId: exam.id, version, kind, subjects: facts, made })
      .returning({ id: examCohorts.id });
    if (!row) throw new Error('cohort was not stored');
    await writeDistributions(tx, row.id, exam);
    await writeFaculties(tx, row.id, exam);
    await forgetProvisional(tx, exam.id, version - 1);
    return version;
  });
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
  tx: Tx,
  subjectId: number,
  revision: number,
): Promise<{ id: string; full: number }[]> {
  const { key } = await keyOf(tx, subjectId, revision);
  return key.groups.map((group) => ({ id: group.id, full: groupFull(group) }));
}

/** 判定用 of all applicants, by method. */
async function writeFaculties(tx: Tx, cohortId: number, exam: ExamRow): Promise<void> {
  const scores = await facultyScores(tx, cohortId, exam, takers(exam));
  for (const [methodId, counts] of scores) {
    const rows = distributionOf(counts).map((row) => ({
      ...row,
      cohortId,
      scope: 'faculty' as const,
      key: String(methodId),
    }));
    if (rows.length > 0) await tx.insert(examDistributions).values(rows);
  }
}
