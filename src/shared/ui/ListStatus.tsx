import type { ReactNode } from 'react';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { FreshnessLine } from './FreshnessLine.tsx';
import styles from './ListStatus.module.css';

/** The line above a list: the number of entries, and whether it is a stored copy (「{時刻}時点の内容」). */
export function ListStatus({
  mirror,
  end,
  children,
}: {
  mirror: Pick<Mirror<unknown>, 'isStale' | 'savedAt'>;
  /** Content at the end of the line, such as the order of the list. */
  end?: ReactNode;
  children?: ReactNode;
}) {
  const { isStale, savedAt } = mirror;
  return (
    <div className={styles.status}>
      {children && <span>{children}</span>}
      {isStale && savedAt !== null && <FreshnessLine savedAt={savedAt} />}
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
