import { groupFull } from '#contracts/examKey.ts';
import type { Tx } from '../../db/client.ts';
import { examSelfPoints } from '../../db/schema/examResult.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { Held } from '../attempt/load.ts';
import { currentKey } from './keys.ts';
import { answersToMark, scoreAttempt } from './mark.ts';

/**
 * Stores the points that a taker gives to an own answer, and marks again. `question`: the scoring group, or a question
 * with one such group. 404 without one, 409 before the end, 422 `over_points`.
 */
export async function giveSelfPoints(
  tx: Tx,
  deps: Deps,
  { attempt }: Held,
  { question, points }: { question: string; points: number },
): Promise<void> {
  if (attempt.state !== 'submitted' && attempt.state !== 'timed_out')
    throw new ApiError(409, 'conflict', '自己採点は、提出のあとにできます。');
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
  const modified = new Date(deps.clock.now());
  const next = { points: { ...self, [group.id]: points }, modified };
  await tx
    .insert(examSelfPoints)
    .values({ attemptId: attempt.id, ...next })
    .onConflictDoUpdate({ target: examSelfPoints.attemptId, set: next });
  await scoreAttempt(tx, deps, attempt);
}
