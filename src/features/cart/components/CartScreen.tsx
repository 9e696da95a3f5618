import { useRef } from 'react';
import type { Cart } from '#contracts/shopCart.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { closeNotices } from '#shared/lib/shop/cart.ts';
import { type ShownCart, useCart } from '#shared/lib/shop/useCart.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import type { KeepForLater } from '../model.ts';
import { texts } from '../texts.ts';
import { BundleOffer } from './BundleOffer.tsx';
import { CartItems } from './CartItems.tsx';
import styles from './CartScreen.module.css';
import { CartShape } from './CartShape.tsx';
import { CartSum, Ways } from './CartSum.tsx';
import { CheckoutBar } from './CheckoutBar.tsx';

/** The items in the cart, the total, and the button to buy; its frame is in `CartPage`. */
export function CartScreen({ keepForLater }: { keepForLater?: KeepForLater | undefined }) {
  const cart = useCart();
  return (
    <>
      <Notices cart={cart} />
      {/* Keyed by person: the data of another person disappears at once. */}
      <MirrorView
        key={cart.owner}
        mirror={cart}
        shape={<CartShape />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty />}
      >
        {(shown) => <CartView answer={cart} cart={shown} keepForLater={keepForLater} />}
      </MirrorView>
    </>
  );
}

function Empty() {
  return (
    <EmptyState
      picture="books"
      title={texts.emptyTitle}
      action={
        <ActionLink to={paths.catalogue()} look="primary">
          {texts.toCatalogue}
        </ActionLink>
      }
    >
      {texts.emptyBody}
    </EmptyState>
  );
}

/**
 * What has changed in the cart by itself: nothing vanishes or gets more expensive silently. Announced when it appears.
 */
function Notices({ cart }: { cart: ShownCart }) {
  const close = () => {
    closeNotices();
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  return (
    <div role="status" data-testid="cart-notices">
      {cart.notices.length > 0 && (
        <section className={styles.notices} aria-labelledby="notices-heading">
          <h2 id="notices-heading" className={styles.noticesTitle}>
            {texts.noticesHeading}
          </h2>
          <ul>
            {cart.notices.map(({ product_id, reason, name, detail }) => (
              <li key={`${product_id} ${reason} ${detail}`}>{texts.notice(name, detail)}</li>
            ))}
          </ul>
          <ActionButton onClick={close}>{texts.closeNotices}</ActionButton>
        </section>
      )}
    </div>
  );
}

function CartView({
  answer,
  cart,
  keepForLater,
}: {
  answer: ShownCart;
  cart: Cart;
  keepForLater: KeepForLater | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useConnectivity();
  const isOffline = state === 'offline';
  return (
    <>
      {answer.isStale && <ListStatus mirror={answer} />}
      <div className={styles.columns}>
        <section className={styles.items} aria-labelledby="items-heading">
          <h2 id="items-heading" className={styles.heading} ref={heading} tabIndex={-1}>
            {texts.itemsHeading(cart.items.length)}
          </h2>
          <CartItems
            items={cart.items}
            isOffline={isOffline}
            keepForLater={keepForLater}
            // The pressed button is gone together with its item.
            onGone={() => heading.current?.focus()}
          />
          {cart.bundle && (
            <BundleOffer
              key={cart.bundle.product_id}
              bundle={cart.bundle}
              isOffline={isOffline}
              onTaken={() => heading.current?.focus()}
            />
          )}
        </section>
        <CartSum cart={cart} isOffline={isOffline} isGuest={answer.owner === ''} />
        <Ways cart={cart} isGuest={answer.owner === ''} />
        <CheckoutBar answer={answer} cart={cart} isOffline={isOffline} />
      </div>
    </>
  );
}
