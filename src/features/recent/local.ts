import type * as z from 'zod/mini';
import { type Watch, type watchPageSchema, watchSchema } from '#contracts/study.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { readValue, stored, type WatchRow } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { type PageView, pageKey, savePage } from '#shared/lib/mirror/pages.ts';
import { noteRemovals, removedSince } from '#shared/lib/mirror/removals.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { forgetKind, pendingForgets, recentPath, type Seen, withoutForgotten } from './model.ts';

/**
 * Stores a page of the history. A lesson that this device watched after the page was requested keeps its row: the
 * player merges that row itself (features/watch).
 */
export async function saveRecentPage(
  db: UserDb,
  query: string,
  page: z.output<typeof watchPageSchema>,
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  await db.transaction('rw', db.pages, db.watches, db.meta, async () => {
    const isRemoved = await removedSince(db, 'watches', startedAt);
    const listed = page.results.filter((watch) => !isRemoved(watch.lesson));
    const ids = listed.map((watch) => watch.lesson);
    const rows = await db.watches.bulkGet(ids);
    const isNews = (row: WatchRow | undefined, watch: Watch) =>
      !row || (isOlder(row, startedAt) && seenAtOf(row.seen_at) <= seenAtOf(watch.client_at));
    const fresh = listed.filter((watch, place) => isNews(rows[place], watch));
    await db.watches.bulkPut(fresh.map((watch) => watchRow(watch, savedAt)));
    await savePage(db, { path: recentPath, query, list: 'recent', ids, page, savedAt });
  });
}

/**
 * A stored page of the history, with what this device has watched or removed since; `null` when there is neither.
 * Lessons that the server has not listed yet appear on the first page.
 */
export async function readRecentPage(
  db: UserDb,
  query: string,
  course: string,
  isFirst: boolean,
): Promise<StoredAnswer<PageView<Seen>> | null> {
  const page = await db.pages.get(pageKey(recentPath, query));
  const ownRows = isFirst ? await readNewerRows(db, course, page?.saved_at ?? 0, page?.ids ?? []) : [];
  if (!page && ownRows.length === 0) return null;
  const rows = [...ownRows, ...(await db.watches.bulkGet(page?.ids ?? []))];
  const seen = rows.flatMap((row) => {
    const watch = readValue(row, watchSchema);
    return row && watch ? { watch, seenAt: seenAtOf(row.seen_at) } : [];
  });
  const items = withoutForgotten(
    seen,
    pendingForgets(await db.outbox.where('kind').equals(forgetKind).toArray()),
  );
  const { count = 0, next = null, previous = null } = page ?? {};
  const data = { items, count: count + items.length - (page?.ids.length ?? 0), next, previous };
  return { data, savedAt: page?.saved_at ?? null };
}

/** Removes a lesson from the history, or all of them: on screen at once, at the server when it can be reached. */
export async function putForgetIntent(db: UserDb, lesson: string | null, label: string): Promise<void> {
  await enqueue(db, {
    kind: forgetKind,
    entity: `${forgetKind}:${lesson ?? 'all'}`,
    method: 'DELETE',
    path: lesson === null ? recentPath : `${recentPath}${encodeURIComponent(lesson)}/`,
    body: undefined,
    label,
    view: { lesson },
  });
}

/** Stores that the server has removed them. Lessons watched after the tap stay. */
export async function saveForgetAnswer(
  db: UserDb,
  row: OutboxRow,
  _answer: unknown,
  savedAt: number,
): Promise<void> {
  const { lesson } = row.view as { lesson: string | null };
  const at = Date.parse(row.client_at) || 0;
  const rows = lesson === null ? await db.watches.toArray() : await db.watches.bulkGet([lesson]);
  const gone = rows.flatMap((one) => (one && seenAtOf(one.seen_at) <= at ? one.lesson : []));
  await db.watches.bulkDelete(gone);
  await noteRemovals(db, 'watches', lesson === null ? 'all' : [lesson], savedAt);
  const left = new Set(gone);
  for (const page of await db.pages.where('list').equals('recent').toArray()) {
    const ids = page.ids.filter((id) => !left.has(id));
    if (ids.length < page.ids.length)
      await db.pages.put({ ...page, ids, count: page.count + ids.length - page.ids.length });
  }
}

async function readNewerRows(
  db: UserDb,
  course: string,
  savedAt: number,
  listed: string[],
): Promise<WatchRow[]> {
  const rows = await db.watches.orderBy('seen_at').reverse().limit(50).toArray();
  return rows.filter(
    (row) =>
      !listed.includes(row.lesson) &&
      seenAtOf(row.seen_at) > savedAt &&
      (course === '' || row.course === course),
  );
}

function seenAtOf(iso: string | null): number {
  return parseTime(iso) ?? 0;
}

function watchRow(watch: Watch, savedAt: number): WatchRow {
  const course = watch.course?.id ?? '';
  return { ...stored(watch, savedAt), lesson: watch.lesson, course, seen_at: watch.client_at ?? '' };
}
