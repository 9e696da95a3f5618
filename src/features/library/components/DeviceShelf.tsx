import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { arrange, type Shelf } from '../shelf.ts';
import { texts } from '../texts.ts';
import { type LoadRest, useLoadRest } from '../useLoadRest.ts';
import { useStoredInventories } from '../useStoredInventories.ts';
import { CourseGrid, type RenderMark } from './CourseGrid.tsx';
import styles from './DeviceShelf.module.css';
import { GridSkeleton } from './GridSkeleton.tsx';
import { ShelfOrder } from './ShelfControls.tsx';

function Rest({ rest, stored }: { rest: LoadRest; stored: number }) {
  const { coverage, isLoading, hasFailed, start } = rest;
  if (!coverage || coverage.nextQuery === null) return null;
  return (
    <div className={styles.rest}>
      {isLoading ? (
        <p role="status">{texts.loadingRest(stored, coverage.count)}</p>
      ) : (
        <ActionButton onClick={start}>{texts.loadRest(Math.max(coverage.count - stored, 1))}</ActionButton>
      )}
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          {texts.loadRestFailed}
        </p>
      )}
    </div>
  );
}

function NothingFound({ shelf }: { shelf: Shelf }) {
  const isSearch = shelf.query !== '';
  return (
    <EmptyState
      picture={isSearch ? 'search' : 'books'}
      title={isSearch ? texts.notFound(shelf.query) : texts.emptyTab[shelf.tab]}
      action={
        <ActionLink to={paths.course()} replace={true}>
          {texts.showAll}
        </ActionLink>
      }
    >
      {isSearch ? texts.notFoundBody : texts.emptyTabBody[shelf.tab]}
    </EmptyState>
  );
}

/** The library by tab, search or another order. It covers every course on the device and also works offline. */
export function DeviceShelf({ shelf, renderMark }: { shelf: Shelf; renderMark?: RenderMark }) {
  const stored = useStoredInventories();
  const rest = useLoadRest();
  const { tab, sort } = shelf;
  const query = useDeferredValue(shelf.query);
  const [time] = useState(serverNow);
  const former = useRef<readonly Inventory[]>([]);
  const found = useMemo(
    () => stored && arrange(stored, { tab, sort, query }, time, former.current),
    [stored, tab, sort, query, time],
  );
  useEffect(() => {
    if (found) former.current = found;
  }, [found]);
  if (!stored || !found) return <Loading shape={<GridSkeleton />} />;
  return (
    <>
      <div className={styles.status}>
        <span role="status">{texts.found(found.length, stored.length)}</span>
        <Rest rest={rest} stored={stored.length} />
        <ShelfOrder shelf={shelf} />
      </div>
      {found.length > 0 ? (
        <CourseGrid items={found} now={time} renderMark={renderMark} />
      ) : (
        <NothingFound shelf={shelf} />
      )}
    </>
  );
}
