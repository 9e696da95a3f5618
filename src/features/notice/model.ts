import type { Notice } from '#contracts/study.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { noticeReadKind } from '#shared/lib/mirror/unreadNotices.ts';

/** Path of the notices (product.md 3.4). */
export const noticePath = '/api/cms/notice/';

/** The categories of notices (product.md 2.1 Notice), in the order of the filter. */
export const categories = ['important', 'info', 'exam', 'campaign', 'maintenance'] as const;
export type Category = (typeof categories)[number];

/** The query of a list: all notices, or those of a category. */
export function noticeQuery(category: string): string {
  return category === '' ? '' : new URLSearchParams({ category }).toString();
}

/** Read marks that are not confirmed yet. */
export type PendingReads = { ids: ReadonlySet<string>; isAll: boolean };

/** Reads the waiting changes of the queue; refused ones do not count. */
export function pendingReads(rows: readonly OutboxRow[]): PendingReads {
  const views = rows
    .filter((row) => row.kind === noticeReadKind && row.state !== 'refused')
    .map((row) => row.view as { notice: string | null });
  return {
    ids: new Set(views.flatMap(({ notice }) => notice ?? [])),
    isAll: views.some(({ notice }) => notice === null),
  };
}

/** A notice as the learner left it. */
export function withRead(notice: Notice, pending: PendingReads): Notice {
  return pending.isAll || pending.ids.has(notice.id) ? { ...notice, is_read: true } : notice;
}

/** Unread ones first, and among them pinned ones first; otherwise in the server's order. */
export function unreadFirst(notices: readonly Notice[]): Notice[] {
  const rank = (notice: Notice) => (notice.is_read ? 2 : 0) + (notice.is_pinned ? 0 : 1);
  return notices
    .map((notice, place) => ({ notice, place }))
    .sort((one, other) => rank(one.notice) - rank(other.notice) || one.place - other.place)
    .map(({ notice }) => notice);
}

/** The notices before and after one in a list; `null` at the ends, or if it is not in the list. */
export function neighbours(
  ids: readonly string[],
  id: string,
): { previous: string | null; next: string | null } {
  const place = ids.indexOf(id);
  if (place < 0) return { previous: null, next: null };
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null };
}
