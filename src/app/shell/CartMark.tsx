import { useSession } from '#shared/lib/account/useSession.ts';
import { useInCart } from '#shared/lib/shop/glance.ts';
import styles from './Header.module.css';

/** What is counted, for who hears it. */
const unit = '件';

/** How much is in the cart of who is here, as far as this device knows. */
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
