import { useEffect, useSyncExternalStore } from 'react';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';

type ByCourse = ReadonlyMap<string, DownloadRow[]>;

/** What `KeptReader` has read; `null` while there is none, and until it has read. */
const kept = createObservable<ByCourse | null>(null);

/** A database that cannot be read (logout, closed by the browser) changes nothing. */
async function read(): Promise<ByCourse | undefined> {
  try {
    const byCourse = new Map<string, DownloadRow[]>();
    for (const row of await currentDb().downloads.toArray()) {
      const rows = byCourse.get(row.course);
      if (rows) rows.push(row);
      else byCourse.set(row.course, [row]);
    }
    return byCourse;
  } catch (error) {
    console.warn('downloads: not read', error);
    return undefined;
  }
}

/**
 * Reads every download on the device for the cards of a list, live; draws nothing itself. One for the whole list, because
 * a query for each card delays a slow phone by as much as the list itself.
 */
export function KeptReader() {
  const byCourse = useStored(read, []);
  useEffect(() => {
    if (byCourse) kept.set(byCourse);
  }, [byCourse]);
  useEffect(() => () => kept.set(null), []);
  return null;
}

/** The downloads of one course, as the list's `KeptReader` has read them. `undefined`: none, or they are still read. */
export function useKeptOfCourse(course: string): DownloadRow[] | undefined {
  return useSyncExternalStore(kept.subscribe, () => kept.get()?.get(course));
}
