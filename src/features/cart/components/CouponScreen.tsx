import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { Cart, Coupon } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { chooseCoupon, leaveCoupon } from '#shared/lib/shop/cart.ts';
import { type ShownCart, useCart } from '#shared/lib/shop/useCart.ts';
import { useWallet } from '#shared/lib/shop/useWallet.ts';
import { now } from '#shared/lib/time/clock.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { discountWords, periodWords } from '../model.ts';
import { texts } from '../texts.ts';
import { useChange } from '../useChange.ts';
import styles from './Coupons.module.css';

/** `/cart/coupon/{id}` (product.md 2.2.D): the purpose of one coupon, and its effect on this cart. */
export function CouponScreen({ id }: { id: string }) {
  const cart = useCart();
  if (cart.owner === null) return <Skeleton height="12rem" radius="1rem" />;
  // The coupon in use comes with the cart, also for a guest.
  const used = cart.data?.coupon;
  if (used?.id === id) return <CouponView coupon={used} cart={cart} />;
  if (cart.owner === '') {
    return (
      <>
        <PageHeader title={texts.couponTitle} inShell={false} />
        <LoginFirst>{texts.guestCoupons}</LoginFirst>
      </>
    );
  }
  return <OfWallet key={cart.owner} id={id} owner={cart.owner} cart={cart} />;
}

/** The buyer has no such coupon: an old address leads to the cart and says why (money.md 6). */
function ToCart() {
  useEffect(() => blueAlert.show(texts.noSuchCoupon), []);
  return <Navigate to={paths.cart()} replace={true} />;
}

function OfWallet({ id, owner, cart }: { id: string; owner: string; cart: ShownCart }) {
  const wallet = useWallet(owner);
  const coupon = wallet.data?.results.find((one) => one.id === id);
  const isAnswered = wallet.data !== undefined && !wallet.isFetching && !wallet.isStale && !wallet.error;
  if (isAnswered && !coupon && !cart.isFetching) return <ToCart />;
  return (
    <MirrorView
      mirror={coupon ? wallet : { ...wallet, data: undefined }}
      shape={<Skeleton height="12rem" radius="1rem" />}
    >
      {() =>
        coupon && (
          <>
            {wallet.isStale && <ListStatus mirror={wallet} />}
            <CouponView coupon={coupon} cart={cart} />
          </>
        )
      }
    </MirrorView>
  );
}

function CouponView({ coupon, cart }: { coupon: Coupon; cart: ShownCart }) {
  const navigate = useNavigate();
  const { running, failure, run } = useChange();
  const { state } = useConnectivity();
  const isOffline = state === 'offline';
  usePageName(coupon.name);
  const isChosen = cart.data?.coupon?.id === coupon.id;
  const change = async (work: () => Promise<void>, words: string) => {
    if (!(await run('coupon', work))) return;
    blueAlert.show(words);
    void navigate(paths.cart());
  };
  const isDisabled = isOffline || running !== null;
  return (
    <>
      <PageHeader title={coupon.name} inShell={false} lead={coupon.description} />
      <SummaryBox title={texts.applyFailed} failure={failure} testId="coupon-error" />
      <Terms coupon={coupon} cart={cart.data} />
      {isOffline && <p className={styles.offline}>{texts.offline}</p>}
      <div className={styles.ways}>
        {isChosen ? (
          <>
            <ActionLink to={paths.cart()} look="primary">
              {texts.backToCart}
            </ActionLink>
            <ActionButton disabled={isDisabled} onClick={() => void change(leaveCoupon, texts.left)}>
              {texts.leave}
            </ActionButton>
          </>
        ) : (
          coupon.status === 'usable' && (
            <ActionButton
              look="primary"
              disabled={isDisabled}
              onClick={() =>
                void change(() => chooseCoupon({ coupon_id: coupon.id }), texts.applied(coupon.name))
              }
            >
              {texts.use}
            </ActionButton>
          )
        )}
        <ActionLink to={paths.cartCoupons()}>{texts.toCoupons}</ActionLink>
      </div>
    </>
  );
}

/** The effect of the coupon on this cart, in words. */
function effectWords(coupon: Coupon, cart: Cart | undefined): string {
  if (!cart || cart.items.length === 0) return texts.cartEmpty;
  if (coupon.saving === null) return coupon.reason || texts.effectNone;
  return texts.effectLine(coupon.saving, Math.max(0, cart.subtotal - coupon.saving));
}

function Terms({ coupon, cart }: { coupon: Coupon; cart: Cart | undefined }) {
  const { min_total, targets, remaining, code } = coupon;
  const period = periodWords(coupon, now());
  return (
    <section className={styles.card} aria-label={texts.conditions}>
      <dl className={styles.facts}>
        <dt>{texts.discountLabel}</dt>
        <dd>{discountWords(coupon)}</dd>
        <dt>{texts.conditions}</dt>
        <dd>{min_total > 0 ? texts.minTotal(min_total) : texts.noMinTotal}</dd>
        {remaining !== null && <dd>{texts.remaining(remaining)}</dd>}
        <dt>{texts.targets}</dt>
        {targets.length === 0 && <dd>{texts.everything}</dd>}
        {targets.map(({ product_id, name }) => (
          <dd key={product_id}>{name}</dd>
        ))}
        {period && (
          <>
            <dt>{texts.period}</dt>
            <dd>{period}</dd>
          </>
        )}
        {code && (
          <>
            <dt>{texts.code}</dt>
            <dd>{code}</dd>
          </>
        )}
      </dl>
      <p className={styles.effect}>
        <strong>{texts.effect}</strong> {effectWords(coupon, cart)}
      </p>
    </section>
  );
}
