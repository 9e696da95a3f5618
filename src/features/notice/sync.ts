import type { UserDb } from '#shared/lib/db/schema.ts';
import { hasPage, pageKey } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import { noticeReadKind } from '#shared/lib/mirror/unreadNotices.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { getNotice, getNoticePage } from './api.ts';
import { saveNotice, saveNoticePage, saveReadAnswer } from './local.ts';
import { noticePath } from './model.ts';

/** Loads a page of notices onto the device. */
export function syncNoticePage(db: UserDb, query: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getNoticePage(query, options),
    save: (page, times) => saveNoticePage(db, query, page, times),
    forget: () => db.pages.delete(pageKey(noticePath, query)),
    hasCopy: () => hasPage(db, noticePath, query),
  });
}

/** Loads one notice onto the device. */
export function syncNotice(db: UserDb, id: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getNotice(id, options),
    save: (notice, { savedAt }) => saveNotice(db, notice, savedAt),
    forget: () => db.notices.delete(id),
    hasCopy: async () => (await db.notices.get(id)) !== undefined,
  });
}

/** How the outbox handles read marks. */
export const noticeOutbox: OutboxKind = {
  kind: noticeReadKind,
  tables: ['notices'],
  answered: saveReadAnswer,
  refreshes: () => [['dashboard']],
};
