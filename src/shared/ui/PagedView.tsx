import type { ReactNode } from 'react';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import type { ListAddress } from '#shared/lib/pages/useListAddress.ts';
import { ListFooter } from './ListFooter.tsx';
import { MirrorView } from './MirrorView.tsx';
import { ListSkeleton } from './Skeleton.tsx';

/** Common fields of every page of a server's list (specification.md 7). */
type PageOf = { items: readonly unknown[]; previous: string | null; next: string | null };

/** A paged list of the server: every state of `MirrorView`, with the paging below it. */
export function PagedView<Page extends PageOf>({
  mirror,
  list,
  shape = <ListSkeleton />,
  empty,
  end,
  children,
}: {
  mirror: Mirror<Page>;
  list: ListAddress;
  shape?: ReactNode;
  empty: ReactNode;
  /** Content below the paging. */
  end?: ReactNode;
  children: (page: Page) => ReactNode;
}) {
  return (
    <MirrorView
      mirror={mirror}
      shape={shape}
      isEmpty={({ items, previous }) => items.length === 0 && previous === null}
      empty={empty}
    >
      {(page) => (
        <>
          {children(page)}
          <ListFooter
            query={list.query}
            onPrevious={list.turn(page.previous)}
            onNext={list.turn(page.next)}
          />
          {end}
        </>
      )}
    </MirrorView>
  );
}
