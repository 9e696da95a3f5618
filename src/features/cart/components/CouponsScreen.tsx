import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Coupon } from '#contracts/shopCart.ts';
import { couponCodePattern, tidyCouponCode } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { chooseCoupon, leaveCoupon } from '#shared/lib/shop/cart.ts';
import { type ShownCart, useCart } from '#shared/lib/shop/useCart.ts';
import { useWallet } from '#shared/lib/shop/useWallet.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
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
      <CodeForm isOffline={isOffline} coupon={coupon} />
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

/** A printed or mailed code. The server says what is wrong with it. */
function CodeForm({ isOffline, coupon }: { isOffline: boolean; coupon: UseCoupon }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const code = tidyCouponCode(typed);
    const isCode = couponCodePattern.test(code);
    setError(isCode ? null : texts.codeForm);
    if (isCode) void coupon.use({ code }, code);
    else document.getElementById('coupon-code')?.focus();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SummaryBox title={texts.applyFailed} failure={coupon.failure} testId="coupon-error" />
      <Field
        id="coupon-code"
        label={texts.codeLabel}
        hint={texts.codeHint}
        error={error ?? undefined}
        isSteady={true}
        name="coupon"
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ActionButton type="submit" look="primary" disabled={isOffline || coupon.running !== null}>
        {texts.apply}
      </ActionButton>
    </form>
  );
}

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
