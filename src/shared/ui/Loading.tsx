import type { ReactNode } from 'react';
import styles from './Loading.module.css';
import { texts } from './texts.ts';
import { useAfter } from './useAfter.ts';

/**
 * Placeholder for content that is loading: nothing for 200 ms, then `shape` (a skeleton in the final shape), and after
 * 10 s a hint with a way out (product.md 2.0.2). The shape has its room from the start, so that nothing below moves;
 * `data-room` hides what would move anyway, because it follows content of any height (performance.md 4.12), for as long
 * as the content may be expected: whoever waits longer finds a way on.
 */
export function Loading({ shape, onReload }: { shape: ReactNode; onReload?: () => void }) {
  const visible = useAfter(200);
  const slow = useAfter(10_000);
  return (
    <div className={visible ? undefined : styles.quiet} aria-busy="true" data-room={slow ? undefined : ''}>
      {visible && (
        <>
          <p className="visually-hidden" role="status">
            {texts.loading}
          </p>
          <div role="status">
            {slow && (
              <div className={styles.slow}>
                <span>{texts.slow}</span>
                <button
                  type="button"
                  className={styles.reload}
                  onClick={onReload ?? (() => location.reload())}
                >
                  {texts.reload}
                </button>
              </div>
            )}
          </div>
        </>
      )}
      <div aria-hidden="true">{shape}</div>
    </div>
  );
}
