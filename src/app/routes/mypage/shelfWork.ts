import { liveQuery } from 'dexie';
import { bookmarkKind } from '#features/bookmark/model.ts';
import { keepNextBehind } from '#features/download/keepNextWork.ts';
import { markEvicted, noteLost } from '#features/download/lost.ts';
import { askProtectionOnce } from '#features/download/protection.ts';
import { indexBehind } from '#features/search/useSearch.ts';
import { storageHealth } from '#shared/lib/db/health.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { searchSources } from './searchSources.ts';

/** Background work on the data kept on this device. Returns how to stop. */
export function startShelfWork(db: UserDb): () => void {
  const stops = [
    indexBehind(db, searchSources.captions),
    keepNextBehind(db),
    protectWhenWorthwhile(db),
    noteWhatWasLost(db),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** At the first download or bookmark made here, asks the browser to protect the storage (product.md 3.9.7). */
function protectWhenWorthwhile(db: UserDb): () => void {
  const isWorthIt = async () =>
    (await db.downloads.count()) + (await db.outbox.where('kind').equals(bookmarkKind).count()) > 0;
  const watching = liveQuery(isWorthIt).subscribe({
    next: (isReached) => {
      if (isReached) askProtectionOnce();
    },
    error: (error: unknown) => console.warn('storage: not watched', error),
  });
  return () => watching.unsubscribe();
}

/**
 * The browser has emptied the storage: asks the server for the list of lost downloads as soon as it answers, before the
 * server forgets it (offline.md 3.51).
 */
function noteWhatWasLost(db: UserDb): () => void {
  let isMarked = false;
  const note = async () => {
    if (storageHealth.get() === 'evicted' && !isMarked) {
      isMarked = true;
      await markEvicted(db);
    }
    if (connectivity.get().state === 'online') await noteLost(db);
  };
  const look = () =>
    void note().catch((error: unknown) => console.warn('downloads: lost ones are not known', error));
  look();
  const stops = [storageHealth.subscribe(look), connectivity.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
