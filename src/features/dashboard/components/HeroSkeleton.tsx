import { Skeleton } from '#shared/ui/Skeleton.tsx';
import card from './HeroCard.module.css';
import styles from './HeroSkeleton.module.css';

/** Placeholder for the card 「続きから」 while its content is not known. */
export function HeroSkeleton() {
  return (
    <div className={card.card}>
      <div className={styles.thumb} />
      <div className={card.body}>
        <div className={styles.lines}>
          <Skeleton width="30%" height="0.875rem" />
          <Skeleton width="85%" height="1.5rem" />
          <Skeleton width="60%" height="0.875rem" />
          <Skeleton height="0.375rem" radius="999px" />
          <Skeleton width="11rem" height="3rem" radius="0.75rem" />
        </div>
      </div>
    </div>
  );
}
