import type { Watch, WatchInput } from '#contracts/study.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import { type FetchOptions, syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { getWatchPage } from './api.ts';
import { saveCourseWatches, saveWatchAnswer } from './local.ts';
import { tellSessionLost } from './playingTabs.ts';
import { watchKind } from './progress.ts';

/** Upper limit of pages, in case a list never ends: 1 000 lessons in a course. */
const mostPages = 50;

/** Query keys of this feature. */
export const watchKeys = { course: (courseId: string) => ['watch', 'course', courseId] as const };

/** Loads the whole watch history of a course onto the device. */
export function syncCourseWatches(db: UserDb, courseId: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => fetchAll(courseId, options),
    save: (watches, times) => saveCourseWatches(db, courseId, watches, times),
    forget: async () => undefined,
    hasCopy: async () => true,
  });
}

/** How the outbox handles reports. */
export const watchOutbox: OutboxKind = {
  kind: watchKind,
  tables: ['watches'],
  answered: async (db, row, answer, savedAt) => {
    const isLost = await saveWatchAnswer(db, row, answer, savedAt);
    const session = (row.body as WatchInput).session_id;
    if (isLost && session) tellSessionLost(String(session));
  },
  refreshes: () => [],
};

async function fetchAll(courseId: string, options: FetchOptions): Promise<Watch[]> {
  const watches: Watch[] = [];
  let query: string | null = new URLSearchParams({ course: courseId }).toString();
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    const answer = await getWatchPage(query, `course:${courseId}`, options);
    watches.push(...answer.results);
    query = linkToKeep(answer.next);
  }
  return watches;
}
