import { useSession } from '#shared/lib/account/useSession.ts';
import { useInCart } from '#shared/lib/shop/glance.ts';
import styles from './Header.module.css';

/** The counted unit, for screen readers. */
const unit = '件';

/** The number of items in the cart of the current visitor, as far as this device knows. */
export function CartMark() {
  const { state, user } = useSession();
  const { length } = useInCart(state === 'pending' ? null : (user?.id ?? ''));
  return (
    length > 0 && (
      <span className={styles.badge}>
        {length}
        <span className="visually-hidden">{unit}</span>
      </span>
    )
  );
}
