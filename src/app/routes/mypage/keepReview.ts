import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { keepReviewFiles } from '#features/review/keepReview.ts';
import { reviewQueryKey, syncReviewBehind } from '#features/review/sync.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { handIns } from '#shared/lib/exam/handIns.ts';
import { mirrorQuery, renew } from '#shared/lib/mirror/mirror.ts';
import { currentAddress, theRouter } from '../../navigator.ts';
import { savesData } from './savesData.ts';

/** The server makes cards some seconds after a hand-in; by then they are there, ms. */
const cardsMadeMs = 15_000;

/**
 * Brings the cards and their files onto the device on every member page: at the start, when the learner comes back to
 * the app or to the network, on the way to another page if the last answer is old, and after a hand-in. Returns how to
 * stop.
 */
export function keepReview(db: UserDb, client: QueryClient): () => void {
  const query = mirrorQuery(reviewQueryKey, syncReviewBehind);
  const stops = [new QueryObserver(client, query).subscribe(() => undefined), keepReviewFiles(db, savesData)];
  let timer: ReturnType<typeof setTimeout> | undefined;
  stops.push(
    handIns.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => renew(client, reviewQueryKey), cardsMadeMs);
    }),
  );
  let last = currentAddress();
  const stopFollowing = theRouter()?.subscribe?.(() => {
    if (currentAddress() === last) return;
    last = currentAddress();
    void client.prefetchQuery(query);
  });
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    stopFollowing?.();
  };
}
