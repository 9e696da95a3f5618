import type { z } from 'zod/mini';
import type { noticeSchema } from '#contracts/study.ts';
import type { NoticeRow } from '../domain/notice/store.ts';

/** A notice as it is sent to its reader. */
export function presentNotice({ notice, readAt }: NoticeRow): z.input<typeof noticeSchema> {
  return {
    id: notice.id,
    title: notice.title,
    body_html: notice.bodyHtml,
    category: notice.category,
    is_pinned: notice.isPinned,
    is_read: readAt !== null,
    published_at: notice.published.toISOString(),
    audience: notice.audience,
  };
}
