import type { QueryClient } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { readBookmarkedCourses } from '#features/bookmark/local.ts';
import { lessonKeys, syncCourseTexts } from '#features/lesson/sync.ts';
import { readInventory } from '#features/library/local.ts';
import { libraryKeys } from '#features/library/model.ts';
import { syncInventory } from '#features/library/sync.ts';
import { readRow } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { mirrorQuery } from '#shared/lib/mirror/mirror.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { savesData } from './savesData.ts';

/** How many courses are fetched in parallel; few, because the learner's own requests come first. */
const mostAtOnce = 2;

/** Ids of the library items whose course is bookmarked and may be read. */
async function itemsToKeep(db: UserDb): Promise<string[]> {
  const courses = [...(await readBookmarkedCourses(db))];
  const rows = await db.inventories.where('course').anyOf(courses).toArray();
  return rows.filter((row) => readRow(row)?.is_expired === false).map((row) => row.id);
}

/** Loads a course with its contents and all its texts onto the device, unless this version is there already. */
async function keepCourse(db: UserDb, client: QueryClient, itemId: string): Promise<void> {
  const isWhole = async () =>
    (await db.courses.get((await db.inventories.get(itemId))?.course ?? '')) !== undefined;
  if (!(await isWhole())) {
    await client.fetchQuery(
      mirrorQuery(libraryKeys.item(itemId), (now, signal) => syncInventory(now, itemId, signal)),
    );
  }
  const item = await readInventory(db, itemId);
  if (!item) return;
  const { id, modified } = item.data.course;
  await client.fetchQuery({
    ...mirrorQuery(lessonKeys.texts(id, modified), (now, signal) =>
      syncCourseTexts(now, { id, modified }, signal),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Makes bookmarked courses readable without a network, including lessons that were never opened. Contents and texts are
 * fetched in the background when the page is idle, but not with data-saver: once for each version of the course, and at
 * most once a visit. Videos are not fetched: the learner chooses those. Returns how to stop.
 */
export function keepBookmarkedTexts(db: UserDb, client: QueryClient): () => void {
  const tried = new Set<string>();
  let waiting: string[] = [];
  let running = 0;
  let isStopped = false;
  const keep = async (itemId: string) => {
    try {
      await keepCourse(db, client, itemId);
    } catch {
      // Not readable any more: it is tried again at the next visit. If the server could not be reached, it is tried
      // again when the network is back.
      if (connectivity.get().state !== 'online') {
        tried.delete(itemId);
        waiting.push(itemId);
      }
    }
    running -= 1;
    next();
  };
  const next = () => {
    while (!isStopped && running < mostAtOnce && connectivity.get().state === 'online') {
      const itemId = waiting.shift();
      if (itemId === undefined) return;
      tried.add(itemId);
      running += 1;
      whenIdle(() => void keep(itemId));
    }
  };
  const subscription = liveQuery(() => itemsToKeep(db)).subscribe({
    next: (items) => {
      if (savesData()) return;
      waiting = items.filter((item) => !tried.has(item));
      next();
    },
    error: (error) => console.warn('texts: bookmarks cannot be read', error),
  });
  const stopListening = connectivity.subscribe(next);
  return () => {
    isStopped = true;
    subscription.unsubscribe();
    stopListening();
  };
}
