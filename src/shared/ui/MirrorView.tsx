import { type ReactNode, useState } from 'react';
import { useSession } from '#shared/lib/account/useSession.ts';
import { isOutage } from '#shared/lib/errors.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { ErrorLine } from './ErrorLine.tsx';
import { ListStatus } from './ListStatus.tsx';
import { Loading } from './Loading.tsx';
import styles from './MirrorView.module.css';
import { OfflineCard } from './OfflineCard.tsx';

/**
 * Keeps the last content while the next one is on its way, so that a list does not vanish between its pages. What a
 * member was told goes with them: a page that guests may read, too, stays where it is as their session ends, and the
 * answer to a guest may be long on its way.
 */
function useLastShown<T>(data: T | undefined): T | undefined {
  const { user } = useSession();
  const owner = user?.id ?? null;
  const [last, setLast] = useState({ data, owner });
  // Not in an effect, which would render everything below a second time.
  if (data !== undefined && (data !== last.data || owner !== last.owner)) setLast({ data, owner });
  if (data !== undefined) return data;
  return last.owner === null || last.owner === owner ? last.data : undefined;
}

/**
 * Every state of something the device keeps a copy of: on its way (`shape`), not on the device and not to be had,
 * failed, `empty`, there (product.md 2.0.2). A failure beside a copy is one line above the copy.
 */
export function MirrorView<T>({
  mirror,
  shape,
  heading = null,
  isEmpty = () => false,
  empty = null,
  children,
}: {
  mirror: Mirror<T>;
  shape: ReactNode;
  /** Names the page where its content would, as long as there is none to be had. */
  heading?: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { data, error, retry } = mirror;
  const shown = useLastShown(data);
  if (error && data === undefined) {
    return (
      <>
        {heading}
        {isOutage(error) ? <OfflineCard onRetry={retry} /> : <ErrorCard error={error} onRetry={retry} />}
      </>
    );
  }
  if (shown === undefined) return <Loading shape={shape} onReload={retry} />;
  return (
    <>
      {error && <ErrorLine error={error} onRetry={retry} />}
      {data !== undefined && isEmpty(data) ? (
        <>
          {mirror.isStale && <ListStatus mirror={mirror} />}
          {empty}
        </>
      ) : (
        <div className={data === undefined ? styles.leaving : undefined} aria-busy={data === undefined}>
          {children(shown)}
        </div>
      )}
    </>
  );
}
