import type * as z from 'zod/mini';
import { type Notice, noticePageSchema, noticeSchema } from '#contracts/study.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { noticePath } from './model.ts';

/** A page of notices as it is read. */
export type NoticePage = z.output<typeof noticePageSchema>;

/** GET /api/cms/notice/ with the query of a page. */
export function getNoticePage(query: string, options: FetchOptions): Promise<NoticePage> {
  return getJson(noticePath, { query: pageQuery(query), schema: noticePageSchema, ...options });
}

/** GET /api/cms/notice/{id}/ */
export function getNotice(id: string, options: FetchOptions): Promise<Notice> {
  return getJson(`${noticePath}${encodeURIComponent(id)}/`, { schema: noticeSchema, ...options });
}
