import { Skeleton } from '#shared/ui/Skeleton.tsx';
import styles from './Order.module.css';

/** Placeholder for an order while it is loading. */
export function OrderShape() {
  return (
    <div className={styles.shape}>
      <Skeleton height="10rem" radius="1rem" />
      <Skeleton height="8rem" radius="1rem" />
    </div>
  );
}
