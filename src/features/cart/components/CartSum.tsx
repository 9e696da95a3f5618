import { Link } from 'react-router-dom';
import type { Cart } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { leaveCoupon } from '#shared/lib/shop/cart.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { useChange } from '../useChange.ts';
import styles from './CartSum.module.css';

/** The coupon and the calculation of the total. */
export function CartSum({ cart, isOffline, isGuest }: { cart: Cart; isOffline: boolean; isGuest: boolean }) {
  return (
    <section className={styles.card} aria-labelledby="sum-heading">
      <h2 id="sum-heading" className={styles.heading}>
        {texts.sumHeading}
      </h2>
      <CouponLine cart={cart} isOffline={isOffline} isGuest={isGuest} />
      <dl className={styles.sums}>
        <dt>{texts.subtotal}</dt>
        <dd>{texts.yen(cart.subtotal)}</dd>
        {cart.discount > 0 && (
          <>
            <dt>{texts.discount}</dt>
            <dd>{texts.minus(cart.discount)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function CouponLine({ cart, isOffline, isGuest }: { cart: Cart; isOffline: boolean; isGuest: boolean }) {
  const { coupon, coupon_mode } = cart;
  // For a guest an automatic choice would be made again at the next load.
  const canLeave = coupon !== null && !(isGuest && coupon_mode === 'auto');
  const { running, failure, run } = useChange();
  const leave = async () => {
    if (await run('coupon', leaveCoupon)) blueAlert.show(texts.left);
  };
  return (
    <div className={styles.coupon}>
      <p className={styles.couponName}>
        <span className={styles.couponLabel}>{texts.coupon}</span>
        {coupon ? (
          <Link to={paths.cartCoupon(coupon.id)}>{coupon.name}</Link>
        ) : (
          <span>{coupon_mode === 'none' ? texts.couponNone : texts.couponAvailable}</span>
        )}
      </p>
      {coupon && coupon_mode === 'auto' && <p className={styles.note}>{texts.couponAuto}</p>}
      <SummaryBox title={texts.failed} failure={failure} testId="coupon-error" />
      <div className={styles.couponActions}>
        <ActionLink to={paths.cartCoupons()} look="quiet">
          {coupon ? texts.changeCoupon : texts.chooseCoupon}
        </ActionLink>
        {canLeave && (
          <ActionButton
            look="quiet"
            disabled={isOffline || running !== null}
            onClick={() => void leave()}
            data-testid="coupon-leave"
          >
            {texts.leave}
          </ActionButton>
        )}
      </div>
    </div>
  );
}

/** The payment methods, and what else the buyer should know before continuing. */
export function Ways({ cart, isGuest }: { cart: Cart; isGuest: boolean }) {
  const isFree = cart.total === 0;
  const isSubscription = cart.items.some((item) => item.is_subscription);
  const names = texts.wayNames(cart.allowed_methods);
  return (
    <div className={styles.ways}>
      {isFree ? (
        <p>{texts.free}</p>
      ) : (
        names && (
          <p>
            <span className={styles.couponLabel}>{texts.ways}</span>
            {names}
          </p>
        )
      )}
      {isSubscription && !isFree && <p className={styles.note}>{texts.subscriptionWay}</p>}
      {cart.needs_guardian && <p className={styles.note}>{texts.guardian}</p>}
      {cart.needs_contract_document && <p className={styles.note}>{texts.document}</p>}
      {isGuest && <p className={styles.note}>{texts.guest}</p>}
      {!isFree && <p className={styles.note}>{texts.waysNext}</p>}
      <Link to={paths.commerce()} className={styles.rules}>
        {texts.rules}
      </Link>
    </div>
  );
}
