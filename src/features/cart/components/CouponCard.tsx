import { Link } from 'react-router-dom';
import type { Coupon } from '#contracts/shopCart.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { discountWords, periodWords } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Coupons.module.css';

/** A coupon in the list: its discount on this cart, or why it cannot be used. */
export function CouponCard({
  coupon,
  isChosen,
  isDisabled,
  onUse,
  onLeave,
}: {
  coupon: Coupon;
  isChosen: boolean;
  isDisabled: boolean;
  onUse: () => void;
  onLeave: () => void;
}) {
  const isUsable = coupon.status === 'usable';
  const period = periodWords(coupon, now());
  return (
    <article className={styles.coupon} data-testid="coupon-card">
      <p className={styles.chips}>
        <Chip tone={isUsable ? 'pink' : 'plain'}>{discountWords(coupon)}</Chip>
        {coupon.is_best && <Chip tone="orange">{texts.best}</Chip>}
        {isChosen && <Chip tone="blue">{texts.chosen}</Chip>}
      </p>
      <h3 className={styles.name}>{coupon.name}</h3>
      {isUsable && coupon.saving !== null && <p className={styles.saving}>{texts.saving(coupon.saving)}</p>}
      {!isUsable && coupon.reason && <p className={styles.reason}>{coupon.reason}</p>}
      {period && <p className={styles.note}>{period}</p>}
      <div className={styles.actions}>
        <Link
          to={paths.cartCoupon(coupon.id)}
          className={styles.link}
          aria-label={texts.detailsOf(coupon.name)}
        >
          {texts.details}
        </Link>
        {isChosen ? (
          <ActionButton disabled={isDisabled} onClick={onLeave}>
            {texts.leave}
          </ActionButton>
        ) : (
          isUsable && (
            <ActionButton look="primary" disabled={isDisabled} onClick={onUse} data-testid="coupon-use">
              {texts.use}
            </ActionButton>
          )
        )}
      </div>
    </article>
  );
}
