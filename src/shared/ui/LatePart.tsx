import { type ReactNode, useEffect, useState } from 'react';
import { reloadForPart } from '#shared/lib/loading/chunkReload.ts';
import { ActionButton } from './Action.tsx';
import { partTexts } from './partTexts.ts';
import styles from './StateCard.module.css';

/**
 * A lazily loaded part of the page. If loading fails, it shows that in its own place and offers a retry, while the rest
 * of the page, such as a video, continues (offline.md 3.1, 3.6). `React.lazy` would remember the failure forever and
 * break the whole page. Make `load` with `loadAgain`; it must stay the same function.
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
  // With their `load`: where another part takes this place, what came before is not its content.
  const [loaded, setLoaded] = useState<{ load: () => Promise<Part>; part: Part } | null>(null);
  const [failed, setFailed] = useState<{ load: () => Promise<Part>; nth: number } | null>(null);
  const [nth, setNth] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (part) => isWanted && setLoaded({ load, part }),
      async (error: unknown) => {
        console.warn('part of the page not loaded', error);
        if (isWanted && !(await reloadForPart()) && isWanted) setFailed({ load, nth });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load, nth]);
  if (loaded?.load === load) return children(loaded.part);
  if (failed?.load !== load || failed.nth !== nth) return waiting;
  return <Failed onRetry={() => setNth(nth + 1)} />;
}

/** Without a picture: it comes with the frame of every page that has late parts, and is hardly ever seen. */
function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.card} data-testid="list-error" role="alert">
      <h3 className={styles.title}>{partTexts.title}</h3>
      <p className={styles.body}>{partTexts.body}</p>
      <div className={styles.actions}>
        <ActionButton data-testid="list-retry" look="primary" onClick={onRetry}>
          {partTexts.retry}
        </ActionButton>
      </div>
    </div>
  );
}
