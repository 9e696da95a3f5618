import { useState } from 'react';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { firstInventoryQuery } from '../model.ts';
import { defaultShelf } from '../shelf.ts';
import { texts } from '../texts.ts';
import { useInventoryPage } from '../useInventoryPage.ts';
import { CourseGrid, type RenderMark } from './CourseGrid.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { ShelfOrder } from './ShelfControls.tsx';

/** The library as the server pages it (specification.md 7, session.md 13.2). */
export function ServerShelf({ renderMark }: { renderMark?: RenderMark }) {
  const list = useListAddress(firstInventoryQuery);
  const page = useInventoryPage(list.query);
  const [time] = useState(serverNow);
  const empty = (
    <EmptyState picture="books" title={texts.emptyTitle}>
      {texts.emptyBody}
    </EmptyState>
  );
  return (
    <PagedView mirror={page} list={list} shape={<GridSkeleton />} empty={empty}>
      {(view) => (
        <>
          <ListStatus mirror={page} end={<ShelfOrder shelf={defaultShelf} />}>
            {texts.count(view.count, view.complete_count)}
          </ListStatus>
          <CourseGrid items={view.items} now={time} renderMark={renderMark} />
        </>
      )}
    </PagedView>
  );
}
