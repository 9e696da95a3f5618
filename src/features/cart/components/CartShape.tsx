import { Skeleton } from '#shared/ui/Skeleton.tsx';
import styles from './CartScreen.module.css';

/** Placeholder for a cart while it is loading. */
export function CartShape() {
  return (
    <div className={styles.shape}>
      <Skeleton height="6.5rem" radius="1rem" />
      <Skeleton height="6.5rem" radius="1rem" />
      <Skeleton height="9rem" radius="1rem" />
    </div>
  );
}
