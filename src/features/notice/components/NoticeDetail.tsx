import { isNotFound } from '#shared/lib/errors.ts';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { texts } from '../texts.ts';
import { useNotice } from '../useNotices.ts';
import { NoticeArticle } from './NoticeArticle.tsx';

/**
 * `/mypage/notice/{id}` (product.md 2.3.E). The notice is the main resource: a missing one shows the not-found screen
 * (session.md 11.4).
 */
export function NoticeDetail({ id }: { id: string }) {
  const notice = useNotice(id);
  if (isNotFound(notice.error)) throw notice.error;
  return (
    <MirrorView mirror={notice} shape={<TextSkeleton />} heading={<PageHeader title={texts.title} />}>
      {(shown) => (
        <>
          {notice.isStale && <ListStatus mirror={notice} />}
          <NoticeArticle notice={shown} />
        </>
      )}
    </MirrorView>
  );
}
