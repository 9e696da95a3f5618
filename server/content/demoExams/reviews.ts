import { and, asc, eq } from 'drizzle-orm';
import type { Rating, ReviewLogInput } from '#contracts/review.ts';
import { dayStart, isDue, type Review, replay } from '#shared/lib/review/replay.ts';
import type { Tx } from '../../db/client.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { type ReviewCardRow, reviewCards } from '../../db/schema/review.ts';
import type { Deps } from '../../deps.ts';
import { currentKey } from '../../domain/examResult/keys.ts';
import { addQuestions } from '../../domain/review/make.ts';
import { keepLogs } from '../../domain/review/store.ts';
import { type Random, seededRandom } from './random.ts';

/** How many cards are due when the demo starts (exams.md 2.4). */
export const dueCards = 60;
/** How many of them were never asked before: no more than a day takes in. */
const freshCards = 8;
const day = 86_400_000;
const hour = 3_600_000;

const cardsOf = (tx: Tx, userId: number) =>
  tx.select().from(reviewCards).where(eq(reviewCards.userId, userId)).orderBy(asc(reviewCards.id));

/** Adds questions of the learner's own attempts until there are enough cards. */
async function fillUp(tx: Tx, deps: Deps, userId: number): Promise<void> {
  const attempts = await tx
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.userId, userId), eq(examAttempts.kind, 'real')))
    .orderBy(asc(examAttempts.startedAt));
  for (const attempt of attempts) {
    const { key } = await currentKey(tx, attempt.subjectId);
    for (const question of new Set(key.groups.map((group) => group.question))) {
      if ((await cardsOf(tx, userId)).length >= dueCards) return;
      await addQuestions(tx, deps, attempt, [question]);
    }
  }
}

/** Mostly known, sometimes not: the ratings of a learner who makes progress. */
function ratingOf(random: Random): Rating {
  const drawn = random.next();
  if (drawn < 0.22) return 1;
  if (drawn < 0.36) return 2;
  return drawn < 0.93 ? 3 : 4;
}

/** An evening hour of the learning day of a moment, or the moment itself when it is later. */
function evening(time: number, random: Random): number {
  return Math.max(time, dayStart(time) + 14 * hour + random.int(3 * hour));
}

/**
 * Reviews of a card from its creation to now, each when it was due. After the last one the card is due again, or not
 * due yet.
 */
function historyOf(created: number, now: number, wantsDue: boolean, random: Random): Review[] {
  const reviews: Review[] = [];
  let at = evening(created + random.int(2 * day), random);
  while (at < now - hour) {
    reviews.push({ id: random.uuid(), rating: ratingOf(random), at, undoes: null });
    const { due } = replay(reviews);
    at = evening(Math.max(due ?? now, at + 10 * 60_000), random);
  }
  while (wantsDue && reviews.length > 0 && !isDue(replay(reviews), now)) reviews.pop();
  return reviews;
}

function logOf(card: ReviewCardRow, review: Review, random: Random): ReviewLogInput {
  return {
    ...{ id: review.id, card: card.id, rating: review.rating, device: 'demo-device', undoes: null },
    reviewed_at: new Date(review.at).toISOString(),
    ms: 4_000 + random.int(40_000),
  };
}

/** Thirty days of reviews of all of a learner's cards, so that sixty of them are due now. */
export async function storeReviews(tx: Tx, deps: Deps, userId: number): Promise<void> {
  await fillUp(tx, deps, userId);
  const now = deps.clock.now();
  const random = seededRandom(userId + 601);
  const cards = await cardsOf(tx, userId);
  const logs = cards.flatMap((card, at) => {
    const isFresh = at >= dueCards - freshCards && at < dueCards;
    const from = Math.max(card.created.getTime(), now - 30 * day);
    const reviews = isFresh ? [] : historyOf(from, now, at < dueCards, random);
    return reviews.map((review) => logOf(card, review, random));
  });
  await keepLogs(tx, deps, userId, logs);
}
