import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { texts } from '../texts.ts';
import { useBookmarks } from '../useBookmarks.ts';
import { BookmarkRow } from './BookmarkRow.tsx';
import styles from './BookmarkScreen.module.css';

function Empty() {
  return (
    <EmptyState
      picture="bookmark"
      title={texts.emptyTitle}
      action={
        <ActionLink to={paths.course()} look="primary">
          {texts.toLibrary}
        </ActionLink>
      }
    >
      {texts.emptyBody}
    </EmptyState>
  );
}

/** The bookmarked courses (product.md 2.3.E `/mypage/bookmark`), paged by the server. */
export function BookmarkScreen() {
  const list = useListAddress('');
  const page = useBookmarks(list.query);
  return (
    <>
      <PageHeader title={texts.title} />
      <PagedView mirror={page} list={list} empty={<Empty />}>
        {(view) => (
          <>
            <ListStatus mirror={page}>{texts.count(view.count)}</ListStatus>
            <ul className={styles.list} aria-label={texts.listLabel}>
              {view.items.map((bookmark) => (
                <li key={bookmark.course.id}>
                  <BookmarkRow bookmark={bookmark} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedView>
    </>
  );
}
