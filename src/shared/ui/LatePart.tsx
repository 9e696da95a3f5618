import { type ReactNode, useEffect, useState } from 'react';
import { OfflineError } from '#shared/lib/errors.ts';
import { reloadForPart } from '#shared/lib/loading/chunkReload.ts';
import { ErrorCard } from './ErrorCard.tsx';

/**
 * A part of the page that comes when it is needed. When it cannot be had it says so in its own place and offers
 * another try: the video beside it goes on (offline.md 3.1, 3.6; `React.lazy` would keep the failure for
 * ever and take the whole page down with it). `load`, best made by `loadAgain`, must stay the same function.
 */
export function LatePart<Part>({
  load,
  waiting,
  children,
}: {
  load: () => Promise<Part>;
  waiting: ReactNode;
  children: (part: Part) => ReactNode;
}) {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null);
  const [failedTry, setFailedTry] = useState(-1);
  const [nth, setNth] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (part) => isWanted && setLoaded({ part }),
      async (error: unknown) => {
        console.warn('part of the page not loaded', error);
        if (isWanted && !(await reloadForPart()) && isWanted) setFailedTry(nth);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load, nth]);
  if (loaded) return children(loaded.part);
  if (failedTry !== nth) return waiting;
  return <ErrorCard error={new OfflineError('network')} level={3} onRetry={() => setNth(nth + 1)} />;
}
