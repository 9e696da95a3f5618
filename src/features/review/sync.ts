import { type Review, reviewSchema } from '#contracts/review.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { dropReview, hasReview, readCursor, saveReview, saveReviewAnswer } from './local.ts';
import { reviewKind, reviewPath, suspendKind } from './model.ts';

/** Query key of this feature. */
export const reviewQueryKey = ['review'] as const;

/** How many pages of changes are fetched at most in one sync. */
const mostRounds = 50;

/** Loads what has changed since the last sync. */
export async function syncReview(db: UserDb, signal: AbortSignal): Promise<number> {
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
      hasCopy: () => hasReview(db),
    });
    if (!hasMore) break;
  }
  return savedAt;
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
