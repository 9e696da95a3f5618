import type { Cart } from '#contracts/shopCart.ts';
import type { ShownCart } from '#shared/lib/shop/useCart.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { FreshNote } from '#shared/ui/FreshNote.tsx';
import { texts } from '../texts.ts';
import { useCheckout } from '../useCheckout.ts';
import styles from './CheckoutBar.module.css';

/** The total and the button to buy: below the sum; on a phone always in reach of the thumb. */
export function CheckoutBar({
  answer,
  cart,
  isOffline,
}: {
  answer: ShownCart;
  cart: Cart;
  isOffline: boolean;
}) {
  const checkout = useCheckout(answer, cart);
  return (
    <div className={styles.bar} data-own-bar="">
      <p className="visually-hidden" role="status">
        {texts.announce(cart.items.length, cart.total)}
      </p>
      <p className={styles.total}>
        <span className={styles.label}>{texts.total}</span>
        <strong className={styles.amount} data-testid="cart-total">
          {texts.yen(cart.total)}
        </strong>
        <span className={styles.tax}>{texts.taxIncluded(cart.tax_included)}</span>
      </p>
      <ActionButton
        look="primary"
        className={styles.button}
        disabled={isOffline}
        aria-describedby={isOffline ? 'cart-offline' : undefined}
        onClick={checkout.press}
        data-testid="to-checkout"
      >
        {texts.checkout}
      </ActionButton>
      <div className={styles.wait}>
        {isOffline ? (
          <p id="cart-offline">{texts.offline}</p>
        ) : (
          <FreshNote wait={checkout.wait} savedAt={checkout.savedAt} />
        )}
      </div>
    </div>
  );
}
