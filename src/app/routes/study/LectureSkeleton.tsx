import { Skeleton, TextSkeleton } from '#shared/ui/Skeleton.tsx';
import styles from './LectureScreen.module.css';

/** The page in grey: contents at the side, the player, its text. */
export function LectureSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton width="16rem" height="1.75rem" />
      <div className={styles.contents}>
        <TextSkeleton lines={10} />
      </div>
      <div className={styles.main}>
        <div className={styles.stage}>
          <div className={styles.frame} />
        </div>
        <TextSkeleton lines={5} />
      </div>
    </div>
  );
}
