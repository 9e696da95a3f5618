import { useNavigate } from 'react-router-dom';
import type { Coupon } from '#contracts/shopCart.ts';
import { CouponCodeForm } from '#shared/form/CouponCodeForm.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { chooseCoupon, leaveCoupon } from '#shared/lib/shop/cart.ts';
import { type ShownCart, useCart } from '#shared/lib/shop/useCart.ts';
import { useWallet } from '#shared/lib/shop/useWallet.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { sortCoupons } from '../model.ts';
import { texts } from '../texts.ts';
import { useChange } from '../useChange.ts';
import { CouponCard } from './CouponCard.tsx';
import styles from './Coupons.module.css';

/** Runs a change of the coupon and returns to the cart, which shows the new total. */
function useCoupon() {
  const navigate = useNavigate();
  const change = useChange();
  const done = (words: string) => {
    blueAlert.show(words);
    void navigate(paths.cart());
  };
  return {
    ...change,
    use: async (by: { coupon_id: string } | { code: string }, name: string) => {
      if (await change.run(name, () => chooseCoupon(by))) done(texts.applied(name));
    },
    leave: async () => {
      if (await change.run('leave', leaveCoupon)) done(texts.left);
    },
  };
}

/** The content of `/cart/coupon`: a field for a code, or one of the member's coupons. */
export function CouponsScreen() {
  const cart = useCart();
  const coupon = useCoupon();
  const { state } = useConnectivity();
  const isOffline = state === 'offline';
  return (
    <>
      {isOffline && <p className={styles.offline}>{texts.offline}</p>}
      <CouponCodeForm
        className={styles.form}
        action={texts.apply}
        failed={texts.applyFailed}
        failure={coupon.failure}
        isDisabled={isOffline || coupon.running !== null}
        onCode={async (code) => {
          await coupon.use({ code }, code);
          return false;
        }}
      />
      {cart.owner === '' && <GuestNote />}
      {cart.owner && (
        <Wallet key={cart.owner} owner={cart.owner} cart={cart} isOffline={isOffline} coupon={coupon} />
      )}
      <ActionLink to={paths.cart()} className={styles.back}>
        {texts.backToCart}
      </ActionLink>
    </>
  );
}

type UseCoupon = ReturnType<typeof useCoupon>;

function GuestNote() {
  return (
    <div className={styles.guest}>
      <p>{texts.guestCoupons}</p>
      <ActionLink to={paths.login()} onClick={() => redirectTarget.remember(paths.cartCoupons())}>
        {texts.login}
      </ActionLink>
    </div>
  );
}

function Wallet({
  owner,
  cart,
  isOffline,
  coupon,
}: {
  owner: string;
  cart: ShownCart;
  isOffline: boolean;
  coupon: UseCoupon;
}) {
  const wallet = useWallet(owner);
  const chosen = cart.data?.coupon?.id ?? null;
  const row = (one: Coupon) => (
    <li key={one.id}>
      <CouponCard
        coupon={one}
        isChosen={one.id === chosen}
        isDisabled={isOffline || coupon.running !== null}
        onUse={() => void coupon.use({ coupon_id: one.id }, one.name)}
        onLeave={() => void coupon.leave()}
      />
    </li>
  );
  return (
    <MirrorView
      mirror={wallet}
      shape={<Skeleton height="8rem" radius="1rem" />}
      isEmpty={({ results }) => results.length === 0}
      empty={
        <EmptyState picture="letter" title={texts.noCouponsTitle}>
          {texts.noCouponsBody}
        </EmptyState>
      }
    >
      {({ results }) => {
        const { usable, unusable } = sortCoupons(results);
        return (
          <>
            {wallet.isStale && <ListStatus mirror={wallet} />}
            {usable.length > 0 && <Group title={texts.usable}>{usable.map(row)}</Group>}
            {unusable.length > 0 && <Group title={texts.unusable}>{unusable.map(row)}</Group>}
          </>
        );
      }}
    </MirrorView>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}
