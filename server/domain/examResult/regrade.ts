import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import type { AnswerKey, GroupKey, ScoringGroup } from '#contracts/examKey.ts';
import { valuesOf } from '#contracts/examMerge.ts';
import type { Db, Tx } from '../../db/client.ts';
import { examAnswers, examAttempts, examKeyRevisions, examSubjects } from '../../db/schema/exam.ts';
import { examRegrades, examSelfPoints } from '../../db/schema/examResult.ts';
import type { Deps } from '../../deps.ts';
import { frozenExams } from './cohort.ts';
import { currentKey } from './keys.ts';
import { scoreRow } from './mark.ts';

/** Attempts that the preview reads at once. */
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
    .where(and(eq(examRegrades.subjectId, subjectId), ne(examRegrades.state, 'done')));
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

/** An attempt with what marking needs of it. */
export type Ended = {
  id: string;
  cells: (typeof examAnswers.$inferSelect)['cells'];
  self: Record<string, number> | null;
};

/** Attempts that have ended: they have answers to mark. */
export const hasEnded = inArray(examAttempts.state, ['submitted', 'timed_out']);

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
