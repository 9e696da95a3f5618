import { watchPageSchema } from '#contracts/study.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { hasPage, pageKey, pageQuery } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { saveForgetAnswer, saveRecentPage } from './local.ts';
import { forgetKind, recentPath } from './model.ts';

/** Query keys of this feature. */
export const recentKeys = { page: (query: string) => ['recent', 'page', query] as const };

/** Loads a page of the watch history onto the device. */
export function syncRecentPage(db: UserDb, query: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) =>
      getJson(recentPath, { query: pageQuery(query), schema: watchPageSchema, slot: 'recent', ...options }),
    save: (page, times) => saveRecentPage(db, query, page, times),
    forget: () => db.pages.delete(pageKey(recentPath, query)),
    hasCopy: () => hasPage(db, recentPath, query),
  });
}

/** How the outbox handles removals from the history. */
export const forgetOutbox: OutboxKind = {
  kind: forgetKind,
  tables: ['watches', 'pages'],
  answered: saveForgetAnswer,
  refreshes: () => [['recent'], ['dashboard']],
};
