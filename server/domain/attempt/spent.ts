import { eq } from 'drizzle-orm';
import type { SpentSeconds } from '#contracts/examMerge.ts';
import type { Db } from '../../db/client.ts';
import { type ExamAttemptRow, examAnswers } from '../../db/schema/exam.ts';

/**
 * Most epochs of an attempt whose times are kept ◆: each take-over begins one, and nobody may fill the disk with them.
 */
const mostEpochs = 10;

/** The seconds that an attempt lasts, with all that was added. */
function lengthOf({ startedAt, deadline }: Pick<ExamAttemptRow, 'startedAt' | 'deadline'>): number {
  return Math.floor((deadline.getTime() - startedAt.getTime()) / 1000);
}

/** What a device sends, and what decides whether it can be true. `questions`: ids of the subject's questions. */
type Told = {
  attempt: Pick<ExamAttemptRow, 'startedAt' | 'deadline'>;
  epoch: number;
  sent: Readonly<Record<string, number>>;
  questions: ReadonlySet<string>;
};

/**
 * Merges the times that a device tells (exams.md 3.6): of each epoch and question the greatest, so that any repetition
 * in any order gives the same. What is no whole number of seconds within the attempt, or of no question of the subject,
 * is left out without a word. Answers the stored object itself if nothing is new, so that it need not be written.
 */
export function mergeSpent(stored: SpentSeconds, { attempt, epoch, sent, questions }: Told): SpentSeconds {
  const known = stored[epoch];
  if (!known && Object.keys(stored).length >= mostEpochs) return stored;
  const most = lengthOf(attempt);
  const news = Object.entries(sent).filter(
    ([question, seconds]) =>
      questions.has(question) &&
      Number.isInteger(seconds) &&
      seconds <= most &&
      seconds > (known?.[question] ?? -1),
  );
  return news.length === 0 ? stored : { ...stored, [epoch]: { ...known, ...Object.fromEntries(news) } };
}

/**
 * Seconds that each question of an attempt was open, on all its devices together. A question that no device told of is
 * not in it.
 */
export async function secondsSpent(
  db: Db,
  attempt: Pick<ExamAttemptRow, 'id' | 'startedAt' | 'deadline'>,
): Promise<ReadonlyMap<string, number>> {
  const [row] = await db
    .select({ spent: examAnswers.spent })
    .from(examAnswers)
    .where(eq(examAnswers.attemptId, attempt.id));
  const sums = new Map<string, number>();
  for (const [question, seconds] of Object.values(row?.spent ?? {}).flatMap((one) => Object.entries(one)))
    sums.set(question, Math.min(lengthOf(attempt), (sums.get(question) ?? 0) + seconds));
  return sums;
}
