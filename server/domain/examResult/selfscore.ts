import { groupFull } from '#contracts/examKey.ts';
import type { Tx } from '../../db/client.ts';
import { examSelfPoints } from '../../db/schema/examResult.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { examOf } from '../attempt/facts.ts';
import { isSettled } from '../attempt/late.ts';
import type { Held } from '../attempt/load.ts';
import { isOpenAt, openTimes } from '../exam/openTimes.ts';
import { currentKey } from './keys.ts';
import { answersToMark, scoreAttempt } from './mark.ts';
import { queueCards } from './queue.ts';

/**
 * Stores the points that a taker gives to an own answer, and marks again; without full points it becomes a review card.
 * `question`: the scoring group, or a question with one such group. It opens with the rubric: nobody can mark without
 * it. 404 without such a group, 409 before that, 422 `over_points`.
 */
export async function giveSelfPoints(
  tx: Tx,
  deps: Deps,
  { attempt }: Held,
  { question, points }: { question: string; points: number },
): Promise<void> {
  const now = deps.clock.now();
  const { keys } = await openTimes(tx, await examOf(tx, attempt.examId), now);
  if (!isSettled(attempt, now) || !isOpenAt(keys, now))
    throw new ApiError(
      409,
      'conflict',
      '自己採点は、提出して、正解と採点の基準が公開されたあとにできます。',
      {
        data: { from: keys?.toISOString() ?? null },
      },
    );
  const { key } = await currentKey(tx, attempt.subjectId);
  const own = key.groups.filter(({ rule }) => rule === 'self');
  const group = own.find(({ id }) => id === question) ?? own.find((one) => one.question === question);
  if (!group) throw notFound('自己採点をする問題が見つかりませんでした。');
  const full = groupFull(group);
  if (points > full)
    throw new ApiError(
      422,
      'over_points',
      `この問題の配点は${full}点です。${full}点までで入力してください。`,
      {
        data: { full },
      },
    );
  const { self } = await answersToMark(tx, attempt.id);
  const modified = new Date(now);
  const next = { points: { ...self, [group.id]: points }, modified };
  await tx
    .insert(examSelfPoints)
    .values({ attemptId: attempt.id, ...next })
    .onConflictDoUpdate({ target: examSelfPoints.attemptId, set: next });
  await scoreAttempt(tx, deps, attempt);
  // The cards of the hand-in were made without this answer: it was neither right nor wrong yet.
  await queueCards(tx, attempt, now);
}
