import { and, eq, ne } from 'drizzle-orm';
import {
  type Cohort,
  cohortOf,
  deviationOf,
  meanOf,
  rankOf,
  roundTenth,
  type ScoreCount,
  type Standing,
  standingOf,
  takersFor,
  topPercent,
} from '#contracts/examStatistics.ts';
import type { Db } from '../../db/client.ts';
import { type ExamAttemptRow, type ExamRow, examAttempts, examKeyRevisions } from '../../db/schema/exam.ts';
import type { CohortRow } from '../../db/schema/examResult.ts';
import { isSettled } from '../attempt/late.ts';
import { isOpenAt, openTimes } from '../exam/openTimes.ts';
import { cohortsOf, distributionRows } from './cohort.ts';
import { type ScoreRow, scoreOf } from './mark.ts';

/** One score among all takers, as it is shown. */
export type Placed = {
  score: number | null;
  full: number;
  average: number | null;
  deviation: number | null;
  standing: Standing;
  rank: number | null;
  takers: number;
  top_percent: number | null;
};

/** Looks a score up in a distribution. `null` as score: only the numbers of all takers. */
export function placeOf(score: number | null, full: number, rows: readonly ScoreCount[]): Placed {
  const cohort = cohortOf(rows);
  const standing = standingOf(cohort);
  const isTold = standing !== 'none';
  const rank = score === null || !isTold ? null : rankOf(score, rows);
  const takers = takersFor(rank, cohort.n);
  return {
    score,
    full,
    average: cohort.n === 0 ? null : roundTenth(meanOf(cohort)),
    deviation: score === null ? null : deviationOf(score, cohort),
    standing,
    rank,
    takers,
    top_percent: rank === null ? null : topPercent(rank, takers),
  };
}

/** A version of the cohort: the newest, or the requested one. The list of all versions comes with it. */
export async function cohortFor(
  db: Db,
  examId: number,
  wanted: number | null,
): Promise<{ cohort: CohortRow | null; versions: CohortRow[] }> {
  const versions = await cohortsOf(db, examId);
  const cohort = versions.find(({ version }) => version === wanted) ?? versions[0] ?? null;
  return { cohort, versions };
}

/** Why a subject has no numbers. */
export type Note = '' | 'absent' | 'running' | 'marking' | 'self' | 'needs_look' | 'void';

/** One's own marks of a subject, by the key of the cohort version that is shown. */
export type OwnMarks = {
  attempt: ExamAttemptRow | null;
  score: ScoreRow | null;
  note: Note;
  /** Marks by the revision before, if a correction changed them. */
  before: { total: number; reason: string; at: Date } | null;
};

/** Somebody's attempts of an exam with their marks, by subject. */
export async function ownMarks(
  db: Db,
  userId: number,
  exam: ExamRow,
  cohort: CohortRow,
  now: number,
): Promise<Map<string, OwnMarks>> {
  const rows = await db
    .select()
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        eq(examAttempts.examId, exam.id),
        eq(examAttempts.kind, 'real'),
        ne(examAttempts.state, 'void'),
      ),
    )
    .orderBy(examAttempts.round);
  const { marks: opens } = await openTimes(db, exam, now);
  const isOpen = isOpenAt(opens, now);
  const marks = new Map<string, OwnMarks>();
  for (const attempt of rows) {
    const revision = cohort.subjects[attempt.subject]?.keyRevision ?? 1;
    const score = await scoreOf(db, attempt.id, revision);
    const mayTell = isOpen && isSettled(attempt, now);
    const before = mayTell ? await marksBefore(db, attempt, revision, score) : null;
    marks.set(attempt.subject, { attempt, score, note: noteOf(attempt, score, mayTell), before });
  }
  return marks;
}

function noteOf(attempt: ExamAttemptRow, score: ScoreRow | null, mayTell: boolean): Note {
  if (attempt.state === 'running') return 'running';
  if (!score || !mayTell) return 'marking';
  if (attempt.needsLook) return 'needs_look';
  return score.pending > 0 ? 'self' : '';
}

async function marksBefore(db: Db, attempt: ExamAttemptRow, revision: number, score: ScoreRow | null) {
  if (revision < 2 || !score) return null;
  const before = await scoreOf(db, attempt.id, revision - 1);
  if (!before || before.total === score.total) return null;
  const [key] = await db
    .select({ reason: examKeyRevisions.reason, at: examKeyRevisions.created })
    .from(examKeyRevisions)
    .where(and(eq(examKeyRevisions.subjectId, attempt.subjectId), eq(examKeyRevisions.revision, revision)));
  return { total: before.total, reason: key?.reason ?? '', at: key?.at ?? before.made };
}

/** Distributions of all subjects of a version, highest score first. */
export async function subjectRows(db: Db, cohort: CohortRow): Promise<Map<string, ScoreCount[]>> {
  const rows = new Map<string, ScoreCount[]>();
  for (const key of Object.keys(cohort.subjects))
    rows.set(key, await distributionRows(db, cohort.id, 'subject', key));
  return rows;
}

/** Steps of a histogram: ten of them, the own score marked. */
export function histogramOf(rows: readonly ScoreCount[], full: number, own: number | null) {
  const width = Math.max(1, Math.ceil((full + 1) / 10));
  return Array.from({ length: Math.ceil((full + 1) / width) }, (_, at) => {
    const [from, to] = [at * width, Math.min(full, (at + 1) * width - 1)];
    const isIn = (score: number) => score >= from && score <= to;
    return {
      from,
      to,
      count: rows.filter(({ score }) => isIn(score)).reduce((sum, { count }) => sum + count, 0),
      is_mine: own !== null && isIn(own),
    };
  });
}

/** The distributions of subjects, for verdicts. */
export function cohortsBySubject(rows: ReadonlyMap<string, ScoreCount[]>): Map<string, Cohort> {
  return new Map([...rows].map(([key, counts]) => [key, cohortOf(counts)]));
}
