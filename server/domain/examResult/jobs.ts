import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { canHoldImportsOff } from '../../db/importLock.ts';
import { type ExamAttemptRow, examAttempts, examSubjects, exams } from '../../db/schema/exam.ts';
import { examJobs, examScores } from '../../db/schema/examResult.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { examOf } from '../attempt/facts.ts';
import { markedNews, tellResults, tellTaker } from '../exam/notices.ts';
import { isOpenAt, openTimes } from '../exam/openTimes.ts';
import { makeCards } from '../review/make.ts';
import { makeCohort, newestCohort } from './cohort.ts';
import { scoreAttempt, scoreAttempts } from './mark.ts';
import { cardsDue, queueScores } from './queue.ts';

const batch = 250;
const hour = 3_600_000;
/** Pause before a job that failed is tried again, milliseconds. */
const againMs = 60_000;
/** Pause before cards are made that would have been made while an import ran, milliseconds. */
const afterImportMs = 5_000;

type Waiting = { job: typeof examJobs.$inferSelect; attempt: ExamAttemptRow };

/** Marks all attempts of a batch at once. `false`: one of them failed, so each must be marked by itself. */
async function scoredTogether(tx: Tx, deps: Deps, rows: readonly Waiting[]): Promise<boolean> {
  const waiting = rows.filter(({ job }) => job.kind === 'score');
  if (waiting.length === 0) return true;
  try {
    await tx.transaction(async (inner) => {
      await scoreAttempts(
        inner,
        deps,
        waiting.map(({ attempt }) => attempt),
      );
      const done = waiting.map(({ job }) => job.id);
      await inner.delete(examJobs).where(inArray(examJobs.id, done));
    });
    return true;
  } catch (error) {
    deps.log.error('exam_jobs_failed', { jobs: waiting.length, ...failureFields(error) });
    return false;
  }
}

const hasEnded = ({ state }: ExamAttemptRow) => state === 'submitted' || state === 'timed_out';

/** Tells the taker of marks that came with no receipt, because the device was awaited for a day. */
async function tellMarked(tx: Tx, deps: Deps, attempt: ExamAttemptRow): Promise<void> {
  if (attempt.state !== 'timed_out' || attempt.handedInAt !== null) return;
  const now = deps.clock.now();
  const { marks } = await openTimes(tx, await examOf(tx, attempt.examId), now);
  if (isOpenAt(marks, now)) await tellTaker(tx, deps, attempt.id, markedNews(attempt.deadline));
}

/**
 * Makes cards and tells of marks, or answers when to try again: the time of other takers may have grown since they were
 * queued, or an import runs that may withdraw the exam or explain its questions anew.
 */
async function cardsAgain(tx: Tx, deps: Deps, attempt: ExamAttemptRow): Promise<Date | null> {
  const now = deps.clock.now();
  if (!(await canHoldImportsOff(tx))) return new Date(now + afterImportMs);
  const due = await cardsDue(tx, attempt, now);
  if (due > now) return new Date(due);
  await makeCards(tx, deps, attempt);
  await tellMarked(tx, deps, attempt);
  return null;
}

/** Does one batch of waiting jobs. Answers how many. */
async function doBatch(deps: Deps): Promise<number> {
  const now = new Date(deps.clock.now());
  return transaction(deps.db, async (tx) => {
    const rows = await tx
      .select({ job: examJobs, attempt: examAttempts })
      .from(examJobs)
      .innerJoin(examAttempts, eq(examAttempts.id, examJobs.attemptId))
      .where(lte(examJobs.due, now))
      .orderBy(asc(examJobs.due), asc(examJobs.id))
      .limit(batch)
      .for('update', { of: examJobs, skipLocked: true });
    const left = (await scoredTogether(tx, deps, rows))
      ? rows.filter(({ job }) => job.kind !== 'score')
      : rows;
    for (const { job, attempt } of left) {
      try {
        const again = await tx.transaction(async (inner) => {
          if (job.kind === 'score') await scoreAttempt(inner, deps, attempt);
          // An attempt that runs again queues its cards at its next end; a void attempt has no cards.
          else if (hasEnded(attempt)) return cardsAgain(inner, deps, attempt);
          return null;
        });
        if (again === null) await tx.delete(examJobs).where(eq(examJobs.id, job.id));
        else await tx.update(examJobs).set({ due: again }).where(eq(examJobs.id, job.id));
      } catch (error) {
        deps.log.error('exam_job_failed', { job: job.kind, attempt: attempt.id, ...failureFields(error) });
        const due = new Date(now.getTime() + againMs * 2 ** Math.min(job.tries, 6));
        await tx
          .update(examJobs)
          .set({ due, tries: job.tries + 1 })
          .where(eq(examJobs.id, job.id));
      }
    }
    return rows.length;
  });
}

/** Marks attempts that wait for it, and makes review cards whose time has come. Safe in several processes. */
export async function runExamJobs(deps: Deps): Promise<void> {
  await queueUnmarked(deps);
  while ((await doBatch(deps)) === batch);
}

/** Attempts that ended while a correction began to count have no marks by the present key: they are queued. */
async function queueUnmarked(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const hasScore = deps.db
    .select({ one: sql`1` })
    .from(examScores)
    .where(
      and(eq(examScores.attemptId, examAttempts.id), eq(examScores.keyRevision, examSubjects.keyRevision)),
    );
  const rows = await deps.db
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .innerJoin(examSubjects, eq(examSubjects.id, examAttempts.subjectId))
    .where(
      and(
        inArray(examAttempts.state, ['submitted', 'timed_out']),
        gt(examAttempts.submittedAt, new Date(now - 24 * hour)),
        notExists(hasScore),
      ),
    )
    .limit(batch);
  await queueScores(
    deps.db,
    rows.map(({ id }) => id),
    now,
  );
}

/**
 * Makes the versions of cohorts that are due: the final one at `report_at`; before that, one an hour while somebody
 * takes the exam (exams.md 5). Takers are told of the final one.
 */
export async function makeDueCohorts(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const started = or(isNull(exams.examFrom), lte(exams.examFrom, new Date(now)));
  // A withdrawn exam still comes to its final numbers for who took it.
  const taken = deps.db.select({ one: sql`1` }).from(examAttempts).where(eq(examAttempts.examId, exams.id));
  const rows = await deps.db
    .select()
    .from(exams)
    .where(
      and(
        or(isNull(exams.withdrawn), and(isNotNull(exams.reportAt), exists(taken))),
        ne(exams.kind, 'entry'),
        started,
      ),
    );
  for (const exam of rows) {
    const newest = await newestCohort(deps.db, exam.id);
    if (newest && newest.kind !== 'provisional') {
      // Repeated for a day: nobody is told twice, and if a server died in between, the rest are told now.
      if (newest.kind === 'frozen' && now - newest.made.getTime() < 24 * hour)
        await tellResults(deps.db, deps, exam);
      continue;
    }
    const isFinal = exam.reportAt !== null && now >= exam.reportAt.getTime();
    const isOld = newest === null || now - newest.made.getTime() >= hour;
    if (!isFinal && !isOld) continue;
    await makeCohort(deps, exam, isFinal ? 'frozen' : 'provisional');
    if (isFinal) await tellResults(deps.db, deps, exam);
  }
}
