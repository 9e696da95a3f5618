import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Notice } from '#contracts/study.ts';
import { HttpError, isNotFound } from '#shared/lib/errors.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { paths, redirects } from '#shared/lib/pages/paths.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { ReadyText } from '#shared/ui/ReadyText.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { neighbours } from '../model.ts';
import { usePublicNotice, usePublicNotices } from '../usePublicNotices.ts';
import { NoticeAround, NoticeText } from './NoticeText.tsx';

/** Sanitizing HTML needs a library that no other page of a guest needs. */
const loadHtml = loadAgain(() => import('#shared/ui/SafeHtml.tsx'));

/** Whether a notice is for members only (product.md 2.2.B "Member-only item → login with redirect"). */
function isForMembers(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** `/notice/{id}` for guests (product.md 2.2.B). A missing notice shows the not-found screen. */
export function PublicNotice({ id }: { id: string }) {
  const notice = usePublicNotice(id);
  const navigate = useNavigate();
  const mustLogIn = isForMembers(notice.error);
  useEffect(() => {
    if (!mustLogIn) return;
    redirectTarget.remember(paths.noticeDetail(id));
    void navigate(redirects.login, { replace: true });
  }, [mustLogIn, id, navigate]);
  if (isNotFound(notice.error)) throw notice.error;
  if (mustLogIn) return null;
  return (
    <MirrorView mirror={notice} shape={<TextSkeleton />}>
      {(shown) => (
        <>
          {notice.isStale && <ListStatus mirror={notice} />}
          <PublicArticle notice={shown} />
        </>
      )}
    </MirrorView>
  );
}

function PublicArticle({ notice }: { notice: Notice }) {
  const order = usePublicNotices('').data?.items.map(({ id }) => id) ?? [];
  useStructuredData(notice.id, async () => (await import('../structured.ts')).noticeData(notice));
  return (
    <>
      <NoticeText notice={notice}>
        <LatePart
          load={loadHtml}
          waiting={<ReadyText html={notice.body_html} otherwise={<TextSkeleton />} />}
        >
          {({ SafeHtml }) => <SafeHtml html={notice.body_html} />}
        </LatePart>
      </NoticeText>
      <NoticeAround
        {...neighbours(order, notice.id)}
        list={paths.publicNotices()}
        addressOf={paths.publicNotice}
      />
    </>
  );
}
