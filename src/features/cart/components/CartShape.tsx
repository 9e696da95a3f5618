import { Skeleton } from '#shared/ui/Skeleton.tsx';
import styles from './CartScreen.module.css';

/** What a cart looks like while it is on its way. */
export function CartShape() {
  return (
    <div className={styles.shape}>
      <Skeleton height="6.5rem" radius="1rem" />
      <Skeleton height="6.5rem" radius="1rem" />
      <Skeleton height="9rem" radius="1rem" />
    </div>
  );
}
