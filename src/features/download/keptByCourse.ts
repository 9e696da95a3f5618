import { liveQuery } from 'dexie';
import { useSyncExternalStore } from 'react';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { reopenings } from '#shared/lib/db/health.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';

type ByCourse = ReadonlyMap<string, DownloadRow[]>;

/** Every download on the device, by course; `null` while nobody looks, and while they are read. */
const kept = createObservable<ByCourse | null>(null);
let readers = 0;
let stop = () => {};

async function read(): Promise<ByCourse> {
  const byCourse = new Map<string, DownloadRow[]>();
  for (const row of await currentDb().downloads.toArray()) {
    const rows = byCourse.get(row.course);
    if (rows) rows.push(row);
    else byCourse.set(row.course, [row]);
  }
  return byCourse;
}

function follow(): () => void {
  const watch = () =>
    liveQuery(read).subscribe({
      next: kept.set,
      error: (error) => console.warn('downloads: not read', error),
    });
  let watched = watch();
  // After a failed read there is nothing to observe (offline.md 3.60).
  const stopOpening = reopenings.subscribe(() => {
    watched.unsubscribe();
    watched = watch();
  });
  return () => {
    stopOpening();
    watched.unsubscribe();
    kept.set(null);
  };
}

function subscribe(listener: () => void): () => void {
  const end = kept.subscribe(listener);
  readers += 1;
  if (readers === 1) stop = follow();
  return () => {
    end();
    readers -= 1;
    if (readers === 0) stop();
  };
}

/**
 * The downloads of one course on a list of many: one reader for the whole list, because a query for each card delays a
 * slow phone by as much as the list itself. `undefined`: none, or they are still read.
 */
export function useKeptOfCourse(course: string): DownloadRow[] | undefined {
  return useSyncExternalStore(subscribe, () => kept.get()?.get(course));
}
