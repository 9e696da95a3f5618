import {
  mostCardsAtOnce,
  type Review,
  type ReviewCard,
  reviewCardsSchema,
  reviewSchema,
} from '#contracts/review.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { now } from '#shared/lib/time/clock.ts';
import { dropReview, hasReview, readCursor, saveAddresses, saveReview, saveReviewAnswer } from './local.ts';
import { reviewKind, reviewPath, suspendKind } from './model.ts';

/** Query key of this feature. */
export const reviewQueryKey = ['review'] as const;

/** How many pages of changes are fetched at most in one sync. */
const mostRounds = 50;

/** Loads what has changed since the last sync. */
export function syncReview(db: UserDb, signal: AbortSignal): Promise<number> {
  return syncChanges(db, signal, false);
}

/** The same behind another page, which stays during maintenance. */
export function syncReviewBehind(db: UserDb, signal: AbortSignal): Promise<number> {
  return syncChanges(db, signal, true);
}

async function syncChanges(db: UserDb, signal: AbortSignal, isBehind: boolean): Promise<number> {
  let savedAt = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    const after = await readCursor(db);
    let hasMore = false;
    savedAt = await syncAnswer<Review>({
      signal,
      fetch: (options) =>
        getJson(reviewPath, { query: after === '' ? {} : { after }, schema: reviewSchema, ...options }),
      save: async (answer, times) => {
        hasMore = answer.has_more && answer.cursor !== after;
        await saveReview(db, answer, times.savedAt);
      },
      forget: () => dropReview(db),
      hasCopy: async () => isBehind || (await hasReview(db)),
    });
    if (!hasMore) break;
  }
  return savedAt;
}

/** Asks for cards anew, because the addresses of their files have expired; stores the new ones. */
export async function renewFiles(db: UserDb, cards: readonly ReviewCard[]): Promise<ReviewCard[]> {
  const fresh: ReviewCard[] = [];
  for (let from = 0; from < cards.length; from += mostCardsAtOnce) {
    const ids = cards.slice(from, from + mostCardsAtOnce).map(({ id }) => id);
    const answer = await getJson(`${reviewPath}cards/`, {
      query: { ids: ids.join() },
      schema: reviewCardsSchema,
      whileMaintenance: 'stay',
    });
    fresh.push(...answer.cards);
  }
  await saveAddresses(db, fresh, now());
  return fresh;
}

/** How the outbox handles reviews. */
export const reviewOutbox: OutboxKind = {
  kind: reviewKind,
  tables: ['singles'],
  answered: saveReviewAnswer,
  refreshes: () => [],
};

/** How the outbox handles suspended cards. */
export const suspendOutbox: OutboxKind = {
  kind: suspendKind,
  tables: ['singles'],
  answered: async () => undefined,
  refreshes: () => [reviewQueryKey],
};
