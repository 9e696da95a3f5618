import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

/** One grey placeholder block for content. Sizes are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1rem',
  radius,
}: {
  width?: string;
  height?: string;
  radius?: string;
}) {
  const style: CSSProperties = { width, height, borderRadius: radius };
  return <span className={styles.block} style={style} />;
}

/** Rows with a picture on the left: the shape of most lists. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className={styles.list}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className={styles.row}>
          <Skeleton width="6rem" height="3.5rem" radius="0.5rem" />
          <div className={styles.lines}>
            <Skeleton width="80%" height="1.125rem" />
            <Skeleton width="45%" height="0.875rem" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Lines of running text. */
export function TextSkeleton({ lines = 6 }: { lines?: number }) {
  const widths = ['96%', '100%', '92%', '98%', '88%', '60%'];
  return (
    <div className={styles.text}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key, line) => (
        <Skeleton key={key} width={widths[line % widths.length]} />
      ))}
    </div>
  );
}
