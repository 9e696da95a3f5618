import { Link } from 'react-router-dom';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useInCart } from '#shared/lib/shop/glance.ts';
import styles from './Header.module.css';
import { texts } from './texts.ts';

/** The way to the cart, with how much is in it as far as this device knows (product.md 2.0.1). */
export function CartLink() {
  const { state, user } = useSession();
  const { length } = useInCart(state === 'pending' ? null : (user?.id ?? ''));
  return (
    <Link to={paths.cart()} className={styles.tool} aria-label={texts.cart(length)} data-testid="cart-link">
      <svg width="24" height="24" viewBox="0 0 24 24" className={styles.cart} aria-hidden="true">
        <path d="M3 4h2.500l2 11h10.500l2-8H6M9 20h.01M17 20h.01" />
      </svg>
      {length > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {length}
        </span>
      )}
    </Link>
  );
}
