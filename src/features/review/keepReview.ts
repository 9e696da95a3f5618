import { liveQuery } from 'dexie';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { keepFiles } from './files.ts';
import { readCardKeys, readShelf } from './local.ts';
import { keepOrder, todayOf } from './model.ts';
import { renewFiles } from './sync.ts';

/** Several changes within this time lead to one look, ms. */
const settleMs = 1500;

/** Keeps the files of all cards on the device, one tab at a time; of today's alone where the learner saves data. */
async function keepNow(db: UserDb, savesData: boolean): Promise<void> {
  await holdLock(`review-files:${db.name}`, async () => {
    const shelf = await readShelf(db);
    if (!shelf || connectivity.get().state !== 'online') return;
    const now = serverNow();
    const cards = keepOrder(shelf.data, now);
    const today = new Set(todayOf(shelf.data.studied, now).queue.map(({ card }) => card));
    const later = new Set(savesData ? cards.filter((card) => !today.has(card)) : []);
    await keepFiles(cards, { renew: (some) => renewFiles(db, some), later });
  });
}

/**
 * Keeps the files of the cards, whatever page is open, whenever cards come or the network is back (exams.md 6): what
 * went wrong in the evening can be reviewed in a tunnel next morning. Returns how to stop.
 */
export function keepReviewFiles(db: UserDb, savesData: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      keepNow(db, savesData()).catch((error: unknown) => console.warn('review: files not kept', error));
    }, settleMs);
  };
  const cards = liveQuery(() => readCardKeys(db)).subscribe({
    next: soon,
    error: (error: unknown) => console.warn('review: cards not watched', error),
  });
  const stopListening = connectivity.subscribe(soon);
  return () => {
    clearTimeout(timer);
    cards.unsubscribe();
    stopListening();
  };
}
