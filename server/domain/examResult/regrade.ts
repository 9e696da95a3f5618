import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { type AnswerKey, type GroupKey, groupFull, type ScoringGroup } from '#contracts/examKey.ts';
import { valuesOf } from '#contracts/examMerge.ts';
import type { Db, Tx } from '../../db/client.ts';
import { examAnswers, examAttempts, examKeyRevisions, examSubjects } from '../../db/schema/exam.ts';
import { examRegrades, examScores, examSelfPoints } from '../../db/schema/examResult.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { examOf } from '../attempt/facts.ts';
import { tellRegrade } from '../exam/notices.ts';
import { renewCards } from '../review/renew.ts';
import { frozenExams, makeCohort } from './cohort.ts';
import { currentKey, keyOf, type MarkingKey } from './keys.ts';
import { scoreRow, storeScores } from './mark.ts';

/** Attempts per transaction (exams.md 5 Re-grade). */
const batch = 2_000;

export type Policy = 'fair' | 'exact';

/** A correction that is not possible; the message is Japanese and for an operator. */
export class RegradeError extends Error {
  override name = 'RegradeError';
}

function variantOf(group: ScoringGroup): GroupKey {
  const { keys, accept, tolerance } = group;
  return { keys, ...(accept ? { accept } : {}), ...(tolerance === undefined ? {} : { tolerance }) };
}

/** Whether two groups are marked in the same way. */
const isSame = (one: ScoringGroup, other: ScoringGroup) => isDeepStrictEqual(one, other);

/**
 * A corrected key by the policy. `fair`: old key and new key both count, nobody loses a point · `exact`: only the new
 * one counts. Throws `RegradeError` when groups were added, removed or given other points.
 */
export function correctedKey(before: AnswerKey, after: AnswerKey, policy: Policy): AnswerKey {
  const ids = (key: AnswerKey) => key.groups.map(({ id }) => id).join();
  if (ids(before) !== ids(after))
    throw new RegradeError('採点のまとまりは、受験が始まったあとには増やせも減らせもしません。');
  const groups = after.groups.map((group, at) => {
    const old = before.groups[at];
    if (!old) return group;
    const { alternatives, ...plain } = old;
    if (old.points !== group.points || old.rule !== group.rule)
      throw new RegradeError(`${group.id}: 配点と採点方法は、受験が始まったあとには変えられません。`);
    if (isSame(plain, group)) return old;
    if (policy === 'exact') return group;
    if (group.void === 'exclude')
      throw new RegradeError(
        `${group.id}: 配点から外すと点が下がる人がいます。all_points か、理由を書いた exact にしてください。`,
      );
    return { ...group, alternatives: [...(alternatives ?? []), variantOf(old)] };
  });
  return { ...after, groups };
}

/**
 * Stores a further revision of a key. `runRegrade` marks all attempts by it, and then makes it the one that counts.
 * Answers the revision, `null`: nothing changed. `exact` needs a reason, and is allowed only before the numbers are
 * final. Only one correction runs at a time.
 */
export async function reviseKey(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  subjectId: number,
  { after, policy, reason }: { after: AnswerKey; policy: Policy; reason: string },
): Promise<number | null> {
  const [subject] = await tx.select().from(examSubjects).where(eq(examSubjects.id, subjectId)).for('update');
  if (!subject) throw new RegradeError('科目が見つかりません。');
  const [running] = await tx
    .select({ id: examRegrades.id })
    .from(examRegrades)
    .where(and(eq(examRegrades.subjectId, subjectId), eq(examRegrades.state, 'running')));
  if (running) throw new RegradeError('この科目の再採点が終わってから、もう一度実行してください。');
  const before = await currentKey(tx, subjectId);
  const key = correctedKey(before.key, after, policy);
  if (isDeepStrictEqual(key, before.key)) return null;
  if (policy === 'exact') {
    if (reason.trim() === '') throw new RegradeError('exact には --reason が要ります。');
    if ((await frozenExams(tx, [subject.examId])).size > 0)
      throw new RegradeError('成績が確定したあとは、exact にはできません。');
  }
  const revision = before.revision + 1;
  const created = new Date(deps.clock.now());
  await tx.insert(examKeyRevisions).values({ subjectId, revision, key, policy, reason, created });
  await tx.insert(examRegrades).values({
    subjectId,
    fromRevision: before.revision,
    toRevision: revision,
    state: 'running',
    created,
  });
  return revision;
}

/**
 * What a correction would change: how many gain and lose, and the mean before and after. It looks at who counts in the
 * cohort, so that the mean is the one that will be shown. Nothing is stored.
 */
export async function previewRegrade(db: Db, subjectId: number, key: AnswerKey) {
  const before = await currentKey(db, subjectId);
  let [gain, lose, n, old, fresh] = [0, 0, 0, 0, 0];
  let after: string | null = null;
  for (;;) {
    const rows = await endedAttempts(db, subjectId, after);
    for (const row of rows) {
      const answers = { values: valuesOf(row.cells), self: row.self ?? {} };
      const made = new Date(0);
      const marked = scoreRow(row, before, answers, made);
      // Its taker still has to give own points.
      if (marked.pending > 0) continue;
      const [one, other] = [marked.total, scoreRow(row, { ...before, key }, answers, made).total];
      n += 1;
      old += one;
      fresh += other;
      if (other > one) gain += 1;
      if (other < one) lose += 1;
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < batch)
      return { n, gain, lose, meanBefore: n ? old / n : 0, meanAfter: n ? fresh / n : 0 };
  }
}

type Ended = {
  id: string;
  cells: (typeof examAnswers.$inferSelect)['cells'];
  self: Record<string, number> | null;
};

/** Attempts that have ended: they have answers to mark. */
const hasEnded = inArray(examAttempts.state, ['submitted', 'timed_out']);

/** Ended attempts that count in the cohort, in batches. */
function endedAttempts(db: Db, subjectId: number, after: string | null): Promise<Ended[]> {
  return db
    .select({ id: examAttempts.id, cells: examAnswers.cells, self: examSelfPoints.points })
    .from(examAttempts)
    .innerJoin(examAnswers, eq(examAnswers.attemptId, examAttempts.id))
    .leftJoin(examSelfPoints, eq(examSelfPoints.attemptId, examAttempts.id))
    .where(
      and(
        eq(examAttempts.subjectId, subjectId),
        hasEnded,
        eq(examAttempts.kind, 'real'),
        eq(examAttempts.round, 1),
        eq(examAttempts.needsLook, false),
        after === null ? undefined : gt(examAttempts.id, after),
      ),
    )
    .orderBy(asc(examAttempts.id))
    .limit(batch);
}

/**
 * Ended attempts of a subject that have no marks by a revision yet. The marks are looked up attempt by attempt: the
 * database's statistics know nothing of a revision that is being written, and a join that it plans for an empty one
 * takes minutes near the end of 100,000 attempts.
 */
async function unmarked(tx: Tx, subjectId: number, revision: number, size: number): Promise<string[]> {
  const mark = tx
    .select({ one: sql`1` })
    .from(examScores)
    .where(and(eq(examScores.attemptId, examAttempts.id), eq(examScores.keyRevision, revision)));
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

/** Marks one batch again. Answers whether there may be more. */
async function markBatch(tx: Tx, deps: Deps, row: Regrade, keys: Pair, size: number) {
  const ids = await unmarked(tx, row.subjectId, row.toRevision, size);
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
  return ids.length === size;
}

/** Why a key was corrected, for people who took the subject. */
async function reasonOf(tx: Tx, { subjectId, toRevision }: Regrade): Promise<string> {
  const [row] = await tx
    .select({ reason: examKeyRevisions.reason })
    .from(examKeyRevisions)
    .where(and(eq(examKeyRevisions.subjectId, subjectId), eq(examKeyRevisions.revision, toRevision)));
  return row?.reason ?? '';
}

type Regrade = typeof examRegrades.$inferSelect;
type Pair = { old: MarkingKey; fresh: MarkingKey };

/** Points below which each group of a key is a mistake, as a list for SQL; 0 for a group that does not count. */
const limitsOf = ({ key }: MarkingKey) => {
  const limits = key.groups.map((group) => (group.void === 'exclude' ? 0 : groupFull(group)));
  return sql`string_to_array(${limits.join()}::text, ',')::int[]`;
};

/**
 * Queues review cards again for takers of whom a group is a mistake by the new key that was none by the old one: cards
 * are made but once after a hand-in. Points below 0 are no mistake (`noPoints`).
 */
async function queueNewMistakes(tx: Tx, row: Regrade, keys: Pair, due: Date): Promise<void> {
  // A job that waits keeps its time. The conflict is still written, because so one that runs is awaited: it may make
  // cards by the old key, and is gone afterwards.
  await tx.execute(sql`
    insert into exam_jobs (kind, attempt_id, due)
    select 'cards', a.id, ${due.toISOString()}::timestamptz
    from exam_attempts a
      join exam_scores o on o.attempt_id = a.id and o.key_revision = ${row.fromRevision}::int
      join exam_scores n on n.attempt_id = a.id and n.key_revision = ${row.toRevision}::int
    where a.subject_id = ${row.subjectId}::int and n.subject_id = ${row.subjectId}::int
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

/**
 * Runs a re-marking to its end, batch by batch. Each batch is a transaction of its own, so it can be killed anywhere
 * and resumes there. Until the last batch readers see the whole old revision; then the new one counts, and a new cohort
 * version is made, and review cards follow. `size`: attempts per transaction. Answers whether there was one.
 */
export async function runRegrade(deps: Deps, size = batch): Promise<boolean> {
  for (;;) {
    const step = await transaction(deps.db, async (tx) => {
      const [row] = await tx
        .select()
        .from(examRegrades)
        .where(eq(examRegrades.state, 'running'))
        .orderBy(asc(examRegrades.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!row) return null;
      const keys = {
        old: await keyOf(tx, row.subjectId, row.fromRevision),
        fresh: await keyOf(tx, row.subjectId, row.toRevision),
      };
      if (await markBatch(tx, deps, row, keys, size)) return { subjectId: row.subjectId, isDone: false };
      const finished = new Date(deps.clock.now());
      await tx.update(examRegrades).set({ state: 'done', finished }).where(eq(examRegrades.id, row.id));
      await tx
        .update(examSubjects)
        .set({ keyRevision: row.toRevision })
        .where(eq(examSubjects.id, row.subjectId));
      await tellRegrade(tx, deps, { ...row, reason: await reasonOf(tx, row) });
      await queueNewMistakes(tx, row, keys, finished);
      // The import has done so with the new answers. A card that was made and fetched while it ran has the old ones.
      await renewCards(tx, row.subjectId, correctedQuestions(keys));
      return { subjectId: row.subjectId, isDone: true };
    });
    if (!step) return false;
    if (!step.isDone) continue;
    await remakeCohort(deps, step.subjectId);
    return true;
  }
}

/** A new cohort version after a correction: 再採点後 if the numbers were final already. */
async function remakeCohort(deps: Deps, subjectId: number): Promise<void> {
  const [subject] = await deps.db
    .select({ examId: examSubjects.examId })
    .from(examSubjects)
    .where(eq(examSubjects.id, subjectId));
  if (!subject) return;
  const isFrozen = (await frozenExams(deps.db, [subject.examId])).size > 0;
  await makeCohort(deps, await examOf(deps.db, subject.examId), isFrozen ? 'regraded' : 'provisional');
}
