import type { ReactNode } from 'react';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import type { ListAddress } from '#shared/lib/pages/useListAddress.ts';
import { ListFooter } from './ListFooter.tsx';
import { MirrorView } from './MirrorView.tsx';
import { ListSkeleton } from './Skeleton.tsx';

/** What every page of a server's list has (specification.md 7). */
type PageOf = { items: readonly unknown[]; previous: string | null; next: string | null };

/** A list the server pages, with every state of `MirrorView` and the way to the other pages under it. */
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
  /** What stands below the way to the other pages. */
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
