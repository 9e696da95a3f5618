import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import styles from './Header.module.css';
import { texts } from './texts.ts';

/** The number of items in the cart. `null` until the first page is idle, so that it does not slow down that page. */
export const cartMark = createObservable<ComponentType | null>(null);

/** The link to the cart (product.md 2.0.1). */
export function CartLink() {
  const Mark = useObservable(cartMark);
  return (
    <Link to={paths.cart()} className={styles.tool} data-testid="cart-link">
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        className={styles.cart}
        role="img"
        aria-label={texts.cart}
      >
        <path d="M3 4h2.500l2 11h10.500l2-8H6M9 20h.01M17 20h.01" />
      </svg>
      {Mark && <Mark />}
    </Link>
  );
}
