import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { groupFull } from '#contracts/examKey.ts';
import { valuesOf } from '#contracts/examMerge.ts';
import { type Db, type Tx, uuids } from '../../db/client.ts';
import { examAnswers, examAttempts, examKeyRevisions, examSubjects } from '../../db/schema/exam.ts';
import { examRegrades, examScores, examSelfPoints } from '../../db/schema/examResult.ts';
import { slices } from '../../db/slices.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { examOf } from '../attempt/facts.ts';
import { regradeNews, tellRegrade } from '../exam/notices.ts';
import { renewCards } from '../review/renew.ts';
import { frozenExams, makeCohortIf } from './cohort.ts';
import { keyOf, type MarkingKey } from './keys.ts';
import { scoreRow, storeScores } from './mark.ts';
import { type Ended, hasEnded } from './regrade.ts';

/**
 * Attempts per transaction (exams.md 5 Re-grade). On the embedded database nobody else is served while one runs, so it
 * takes a twentieth of a second there (exams.md 8).
 */
const sizeFor = ({ config }: Deps) => (config.databaseUrl === null ? 100 : 2_000);

type Regrade = typeof examRegrades.$inferSelect;
type Pair = { old: MarkingKey; fresh: MarkingKey };

/**
 * Runs a re-marking to its end, batch by batch. Each batch is a transaction of its own, so it can be killed anywhere
 * and resumes there. Until the last batch readers see the whole old revision; then the new one counts, a new cohort
 * version is made, and everybody is told, and review cards follow. `size`: attempts per transaction. Answers whether
 * there was one that is no other process's.
 */
export async function runRegrade(deps: Deps, size = sizeFor(deps)): Promise<boolean> {
  const [row] = await deps.db
    .select()
    .from(examRegrades)
    .where(ne(examRegrades.state, 'done'))
    .orderBy(asc(examRegrades.id))
    .limit(1);
  if (!row) return false;
  const keys = {
    old: await keyOf(deps.db, row.subjectId, row.fromRevision),
    fresh: await keyOf(deps.db, row.subjectId, row.toRevision),
  };
  const stages: Record<Regrade['state'], number> = { running: 0, counting: 1, telling: 2, done: 3 };
  const work = [
    () => markAll(deps, row, keys, size),
    () => countAnew(deps, row, keys, size),
    () => tellAll(deps, row, keys, size),
  ];
  for (const stage of work.slice(stages[row.state])) if (!(await stage())) return false;
  return true;
}

/** Takes a re-marking in this state for a transaction; `false`: another process has it, or has gone on. */
async function claim(tx: Tx, { id }: Regrade, state: Regrade['state']): Promise<boolean> {
  const rows = await tx
    .select({ id: examRegrades.id })
    .from(examRegrades)
    .where(and(eq(examRegrades.id, id), eq(examRegrades.state, state)))
    .for('update', { skipLocked: true });
  return rows.length > 0;
}

/** Ended attempts of a subject. */
async function endedIds(db: Db, { subjectId }: Regrade): Promise<string[]> {
  const rows = await db
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(and(eq(examAttempts.subjectId, subjectId), hasEnded));
  return rows.map(({ id }) => id);
}

/** Marks all attempts by the new key, which then counts. `false`: another process does it. */
async function markAll(deps: Deps, row: Regrade, keys: Pair, size: number): Promise<boolean> {
  for (const ids of slices(await endedIds(deps.db, row), size)) {
    const isOurs = await transaction(deps.db, async (tx) => {
      if (!(await claim(tx, row, 'running'))) return false;
      await mark(tx, deps, row, keys, await unmarkedOf(tx, row, ids));
      return true;
    });
    if (!isOurs) return false;
    await nextTurn();
  }
  return markRest(deps, row, keys, size, 'running', async (tx) => {
    await tx.update(examRegrades).set({ state: 'counting' }).where(eq(examRegrades.id, row.id));
    await tx
      .update(examSubjects)
      .set({ keyRevision: row.toRevision })
      .where(eq(examSubjects.id, row.subjectId));
  });
}

/**
 * Marks the attempts that ended meanwhile; `then`: what the transaction does that finds the last of them. `false`: another
 * process does it.
 */
async function markRest(
  deps: Deps,
  row: Regrade,
  keys: Pair,
  size: number,
  state: Regrade['state'],
  then: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  for (;;) {
    const step = await transaction(deps.db, async (tx) => {
      if (!(await claim(tx, row, state))) return null;
      const ids = await unmarked(tx, row, size);
      await mark(tx, deps, row, keys, ids);
      if (ids.length === size) return 'more';
      await then(tx);
      return 'all';
    });
    if (step !== 'more') return step === 'all';
    await nextTurn();
  }
}

/** Those of these attempts that have no marks by the new revision yet. */
async function unmarkedOf(tx: Tx, { toRevision }: Regrade, ids: readonly string[]): Promise<string[]> {
  const marked = await tx
    .select({ id: examScores.attemptId })
    .from(examScores)
    .where(and(sql`${examScores.attemptId} = any(${uuids(ids)})`, eq(examScores.keyRevision, toRevision)));
  const done = new Set(marked.map(({ id }) => id));
  return ids.filter((id) => !done.has(id));
}

/**
 * Ended attempts that have no marks by the new revision yet. The marks are looked up attempt by attempt: the database's
 * statistics know nothing of a revision that is being written, and a join that it plans for an empty one takes minutes
 * near the end of 100,000 attempts.
 */
async function unmarked(tx: Tx, { subjectId, toRevision }: Regrade, size: number): Promise<string[]> {
  const mark = tx
    .select({ one: sql`1` })
    .from(examScores)
    .where(and(eq(examScores.attemptId, examAttempts.id), eq(examScores.keyRevision, toRevision)));
  const rows = await tx
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .innerJoin(examAnswers, eq(examAnswers.attemptId, examAttempts.id))
    .where(
      and(
        eq(examAttempts.subjectId, subjectId),
        hasEnded,
        // Not `not exists`, which would become such a join again.
        sql`(${mark}) is null`,
      ),
    )
    .limit(size);
  return rows.map(({ id }) => id);
}

/**
 * Locks attempts, and reads their answers only then: whoever gives own points or sends late answers holds the same lock
 * and marks by every revision that there is, so either we read what they stored, or they find our marks. Those that were
 * opened again or voided meanwhile are left out.
 */
async function holdEnded(tx: Tx, ids: readonly string[]): Promise<Ended[]> {
  if (ids.length === 0) return [];
  const those = inArray(examAttempts.id, [...ids]);
  // Everything that locks several attempts locks them in this order. Jobs that store marks of them need not wait.
  await tx
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(those)
    .orderBy(asc(examAttempts.id))
    .for('no key update');
  return tx
    .select({ id: examAttempts.id, cells: examAnswers.cells, self: examSelfPoints.points })
    .from(examAttempts)
    .innerJoin(examAnswers, eq(examAnswers.attemptId, examAttempts.id))
    .leftJoin(examSelfPoints, eq(examSelfPoints.attemptId, examAttempts.id))
    .where(and(those, hasEnded));
}

/** Marks attempts by both keys. */
async function mark(tx: Tx, deps: Deps, row: Regrade, keys: Pair, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await holdEnded(tx, ids);
  const made = new Date(deps.clock.now());
  const marks = rows.map((one) => {
    const answers = { values: valuesOf(one.cells), self: one.self ?? {} };
    return { fresh: scoreRow(one, keys.fresh, answers, made), old: scoreRow(one, keys.old, answers, made) };
  });
  const changed = marks.filter(({ fresh, old }) => fresh.total !== old.total).length;
  await storeScores(
    tx,
    marks.map(({ fresh }) => fresh),
  );
  await tx
    .update(examRegrades)
    .set({ changed: sql`${examRegrades.changed} + ${changed}` })
    .where(eq(examRegrades.id, row.id));
}

/**
 * Makes a new cohort version: 再採点後 if the numbers were final already. `false`: another process does it. Exactly once,
 * also when a process is killed between the two.
 */
async function countAnew(deps: Deps, row: Regrade, keys: Pair, size: number): Promise<boolean> {
  // Who was being marked by the old key while the new one took its place.
  if (!(await markRest(deps, row, keys, size, 'counting', async () => {}))) return false;
  const [subject] = await deps.db
    .select({ examId: examSubjects.examId })
    .from(examSubjects)
    .where(eq(examSubjects.id, row.subjectId));
  if (!subject) return false;
  const isFrozen = (await frozenExams(deps.db, [subject.examId])).size > 0;
  const exam = await examOf(deps.db, subject.examId);
  const version = await makeCohortIf(deps, exam, isFrozen ? 'regraded' : 'provisional', async (tx) => {
    if (!(await claim(tx, row, 'counting'))) return false;
    await tx.update(examRegrades).set({ state: 'telling' }).where(eq(examRegrades.id, row.id));
    return true;
  });
  return version !== null;
}

/** Tells everybody, and queues review cards of new mistakes. `false`: another process does it. */
async function tellAll(deps: Deps, row: Regrade, keys: Pair, size: number): Promise<boolean> {
  const reason = await reasonOf(deps.db, row);
  const news = await regradeNews(deps.db, deps, { ...row, reason });
  for (const ids of slices(await endedIds(deps.db, row), size)) {
    const isOurs = await transaction(deps.db, async (tx) => {
      if (!(await claim(tx, row, 'telling'))) return false;
      if (news) await tellRegrade(tx, news, ids);
      await queueNewMistakes(tx, row, keys, ids, new Date(deps.clock.now()));
      return true;
    });
    if (!isOurs) return false;
    await nextTurn();
  }
  return transaction(deps.db, async (tx) => {
    if (!(await claim(tx, row, 'telling'))) return false;
    // The import has done so with the new answers. A card that was made and fetched while it ran has the old ones.
    await renewCards(tx, row.subjectId, correctedQuestions(keys));
    const finished = new Date(deps.clock.now());
    await tx.update(examRegrades).set({ state: 'done', finished }).where(eq(examRegrades.id, row.id));
    return true;
  });
}

/** Why a key was corrected, for people who took the subject. */
async function reasonOf(db: Db, { subjectId, toRevision }: Regrade): Promise<string> {
  const [row] = await db
    .select({ reason: examKeyRevisions.reason })
    .from(examKeyRevisions)
    .where(and(eq(examKeyRevisions.subjectId, subjectId), eq(examKeyRevisions.revision, toRevision)));
  return row?.reason ?? '';
}

/** Points below which each group of a key is a mistake, as a list for SQL; 0 for a group that does not count. */
const limitsOf = ({ key }: MarkingKey) => {
  const limits = key.groups.map((group) => (group.void === 'exclude' ? 0 : groupFull(group)));
  return sql`string_to_array(${limits.join()}::text, ',')::int[]`;
};

/**
 * Queues review cards again for takers of whom a group is a mistake by the new key that was none by the old one: cards
 * are made but once after a hand-in. Points below 0 are no mistake (`noPoints`).
 */
async function queueNewMistakes(
  tx: Tx,
  row: Regrade,
  keys: Pair,
  ids: readonly string[],
  due: Date,
): Promise<void> {
  // A job that waits keeps its time. The conflict is still written, because so one that runs is awaited: it may make
  // cards by the old key, and is gone afterwards.
  await tx.execute(sql`
    insert into exam_jobs (kind, attempt_id, due)
    select 'cards', a.id, ${due.toISOString()}::timestamptz
    from exam_attempts a
      join exam_scores o on o.attempt_id = a.id and o.key_revision = ${row.fromRevision}::int
      join exam_scores n on n.attempt_id = a.id and n.key_revision = ${row.toRevision}::int
    where a.id = any(${uuids(ids)}) and n.subject_id = ${row.subjectId}::int
      -- Without statistics a database would read the marks of everybody for a few.
      and o.attempt_id = any(${uuids(ids)}) and n.attempt_id = any(${uuids(ids)})
      and a.user_id is not null and a.state in ('submitted', 'timed_out')
      and exists (
        select 1 from unnest(o.points, n.points, ${limitsOf(keys.old)}, ${limitsOf(keys.fresh)})
          as g(old_points, new_points, old_limit, new_limit)
        where g.new_points >= 0 and g.new_points < g.new_limit
          and (g.old_points < 0 or g.old_points >= g.old_limit))
    on conflict (kind, attempt_id) do update set due = exam_jobs.due`);
}

/** Questions that the two keys mark differently. */
function correctedQuestions({ old, fresh }: Pair): string[] {
  return fresh.key.groups
    .filter((group, at) => !isDeepStrictEqual(group, old.key.groups[at]))
    .map(({ question }) => question);
}
