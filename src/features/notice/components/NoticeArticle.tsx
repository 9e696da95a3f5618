import { useEffect } from 'react';
import type { Notice } from '#contracts/study.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { neighbours } from '../model.ts';
import { markRead, useNoticeOrder } from '../useNotices.ts';
import { NoticeAround, NoticeText } from './NoticeText.tsx';

/** A notice to read; opening it marks it as read, offline too. */
export function NoticeArticle({ notice }: { notice: Notice }) {
  useEffect(() => {
    if (!notice.is_read) void markRead(notice);
  }, [notice]);
  return (
    <>
      <NoticeText notice={notice}>
        <SafeHtml html={notice.body_html} />
      </NoticeText>
      <NoticeAround
        {...neighbours(useNoticeOrder(), notice.id)}
        list={paths.notice()}
        addressOf={paths.noticeDetail}
      />
    </>
  );
}
