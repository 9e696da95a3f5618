import type { Notice } from '#contracts/study.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { type NoticeRow, readRow, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { type PageView, pageKey, savePage } from '#shared/lib/mirror/pages.ts';
import { pruneList } from '#shared/lib/mirror/pruneList.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { noticeReadKind } from '#shared/lib/mirror/unreadNotices.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import type { NoticePage } from './api.ts';
import { noticePath, type PendingReads, pendingReads, withRead } from './model.ts';

/** Stores a page of notices, in one transaction. */
export async function saveNoticePage(
  db: UserDb,
  query: string,
  page: NoticePage,
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  const ids = page.results.map((notice) => notice.id);
  await db.transaction('rw', db.pages, db.notices, async () => {
    await putNotices(db, page.results, savedAt);
    await savePage(db, { path: noticePath, query, list: 'notice', ids, page, savedAt });
    await pruneList(
      db,
      { path: noticePath, list: 'notice', first: '', query },
      {
        table: db.notices,
        keys: () => db.notices.toCollection().primaryKeys(),
        isOlder: (row) => isOlder(row, startedAt),
      },
    );
  });
}

/** Stores one notice. */
export async function saveNotice(db: UserDb, notice: Notice, savedAt: number): Promise<void> {
  await db.transaction('rw', db.notices, () => putNotices(db, [notice], savedAt));
}

/**
 * Keeps a notice read: an answer that left the server before the read mark arrived there does not make it unread again.
 */
async function putNotices(db: UserDb, notices: readonly Notice[], savedAt: number): Promise<void> {
  const former = await db.notices.bulkGet(notices.map(({ id }) => id));
  const rows = notices.map((notice, place) => {
    const is_read = notice.is_read || readRow(former[place])?.is_read === true;
    return noticeRow({ ...notice, is_read }, savedAt);
  });
  await db.notices.bulkPut(rows);
}

/** A stored page merged with what was read since; `null` when it is not on the device. */
export async function readNoticePage(
  db: UserDb,
  query: string,
): Promise<StoredAnswer<PageView<Notice>> | null> {
  const page = await db.pages.get(pageKey(noticePath, query));
  if (!page) return null;
  const pending = await readPending(db);
  const rows = await db.notices.bulkGet(page.ids);
  const items = rows.flatMap((row) => readRow(row) ?? []).map((one) => withRead(one, pending));
  const { count, next, previous, saved_at } = page;
  return { data: { items, count, next, previous }, savedAt: saved_at };
}

/** A stored notice; `null` when it is not on the device. */
export async function readNotice(db: UserDb, id: string): Promise<StoredAnswer<Notice> | null> {
  const row = await db.notices.get(id);
  const notice = readRow(row);
  return row && notice ? { data: withRead(notice, await readPending(db)), savedAt: row.saved_at } : null;
}

/** Ids of the stored notices in the order of the list, for the links from one to the next. */
export async function readNoticeOrder(db: UserDb): Promise<string[]> {
  const ids: string[] = [];
  let query: string | null = '';
  const seen = new Set<string>();
  while (query !== null && !seen.has(query)) {
    seen.add(query);
    const page: { ids: string[]; next: string | null } | undefined = await db.pages.get(
      pageKey(noticePath, query),
    );
    ids.push(...(page?.ids ?? []));
    query = page?.next ?? null;
  }
  return ids;
}

/**
 * Puts into the queue that a notice was read. The screen may ask twice, as an answer that left before the mark can bring
 * the notice unread once more.
 *
 * @returns whether it was unread until now.
 */
export function putReadIntent(db: UserDb, { id, title }: Notice): Promise<boolean> {
  return db.transaction('rw', db.outbox, db.notices, async () => {
    if ((await readNotice(db, id))?.data.is_read) return false;
    await enqueue(db, {
      kind: noticeReadKind,
      entity: `${noticeReadKind}:${id}`,
      method: 'POST',
      path: `${noticePath}${encodeURIComponent(id)}/read/`,
      body: undefined,
      label: title,
      view: { notice: id },
    });
    return true;
  });
}

/** Puts into the queue that all notices were read. `label`: the learner's name for this change. */
export async function putReadAllIntent(db: UserDb, label: string): Promise<void> {
  await enqueue(db, {
    kind: noticeReadKind,
    entity: `${noticeReadKind}:all`,
    method: 'POST',
    path: `${noticePath}read_all/`,
    body: undefined,
    label,
    view: { notice: null },
  });
}

/** Stores that the server knows which notices were read. */
export async function saveReadAnswer(db: UserDb, row: OutboxRow): Promise<void> {
  const { notice } = row.view as { notice: string | null };
  const rows = notice === null ? await db.notices.toArray() : await db.notices.bulkGet([notice]);
  const known = rows.flatMap((one) => one ?? []);
  await db.notices.bulkPut(known.map((one) => ({ ...one, value: { ...one.value, is_read: true } })));
}

async function readPending(db: UserDb): Promise<PendingReads> {
  return pendingReads(await db.outbox.where('kind').equals(noticeReadKind).toArray());
}

function noticeRow(notice: Notice, savedAt: number): NoticeRow {
  return { ...stored(notice, savedAt), id: notice.id };
}
