import { Skeleton } from '#shared/ui/Skeleton.tsx';
import card from './CourseCard.module.css';
import grid from './CourseGrid.module.css';
import styles from './GridSkeleton.module.css';

/** Placeholder for the courses while they are loading. */
export function GridSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <div className={grid.grid}>
      {Array.from({ length: cards }, (_, place) => `card-${place}`).map((key) => (
        <div key={key} className={card.card}>
          <div className={`${card.thumb} ${styles.thumb}`} />
          <div className={card.body}>
            <div className={styles.lines}>
              <Skeleton width="90%" height="1.25rem" />
              <Skeleton width="55%" height="0.875rem" />
              <Skeleton height="0.375rem" radius="999px" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
