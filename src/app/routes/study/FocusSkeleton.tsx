import { Skeleton, TextSkeleton } from '#shared/ui/Skeleton.tsx';
import styles from './FocusScreen.module.css';
import { Split } from './Split.tsx';

/** The page in grey: video at the left, a page of the book at the right. */
export function FocusSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Skeleton width="14rem" height="1.5rem" />
      </div>
      <Split left={<div className={styles.frame} />} right={<TextSkeleton lines={9} />} />
    </div>
  );
}
