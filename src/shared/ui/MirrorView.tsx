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
 * Keeps the last content while the next one is loading, so that a list does not disappear between its pages. Content of
 * a member is dropped when their session ends: a page that guests may read stays open then, and the answer for a guest
 * may take long.
 */
function useLastShown<T>(data: T | undefined): T | undefined {
  const { user } = useSession();
  const owner = user?.id ?? null;
  const [last, setLast] = useState({ data, owner });
  // Set during rendering, because an effect would render everything below a second time.
  if (data !== undefined && (data !== last.data || owner !== last.owner)) setLast({ data, owner });
  if (data !== undefined) return data;
  return last.owner === null || last.owner === owner ? last.data : undefined;
}

/**
 * Shows every state of a mirrored resource: loading (`shape`), offline without a copy, failed, `empty`, and the content
 * (product.md 2.0.2). If there is a copy, a failure is one line above it.
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
  /** Heading for the page while there is no content. */
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
