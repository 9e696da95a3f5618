import type { Check } from '#contracts/marks.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import { type FetchOptions, syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { getCheckPage } from './api.ts';
import { saveCheckAnswer, saveChecksOfCourse, saveSomeChecks } from './local.ts';
import { type CheckLesson, checkKind } from './model.ts';

/** Upper limit in case a list never ends: 1 000 lessons in a course. */
const mostPages = 50;

/** Query keys of this feature. */
export const checkKeys = {
  start: () => ['check', 'start'] as const,
  course: (courseId: string) => ['check', 'course', courseId] as const,
};

/** Loads every check of a course onto the device. */
export function syncChecksOfCourse(db: UserDb, courseId: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => fetchAll(courseId, options),
    save: (checks, times) => saveChecksOfCourse(db, courseId, checks, times),
    forget: () => db.checks.where('course').equals(courseId).delete(),
    hasCopy: async () => true,
  });
}

/** What a session loads at its start (session.md 13.1): one call, like its neighbours. */
export const checksAtStart = {
  queryKey: checkKeys.start(),
  sync: (db: UserDb, signal: AbortSignal) =>
    syncAnswer({
      signal,
      fetch: (options) => getCheckPage('', checkKind, options),
      save: (page, times) => saveSomeChecks(db, page.results, times),
      forget: () => db.checks.clear(),
      hasCopy: async () => true,
    }),
};

/** How the outbox handles marks. */
export const checkOutbox: OutboxKind = {
  kind: checkKind,
  tables: ['checks'],
  answered: saveCheckAnswer,
  refreshes: (row) => [checkKeys.course((row.view as CheckLesson).course)],
};

async function fetchAll(courseId: string, options: FetchOptions): Promise<Check[]> {
  const checks: Check[] = [];
  let query: string | null = new URLSearchParams({ course: courseId }).toString();
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    const answer = await getCheckPage(query, `${checkKind}:${courseId}`, options);
    checks.push(...answer.results);
    query = linkToKeep(answer.next);
  }
  return checks;
}
