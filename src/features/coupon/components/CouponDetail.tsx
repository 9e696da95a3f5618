import type { Coupon } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { HttpError } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useWallet } from '#shared/lib/shop/useWallet.ts';
import { now } from '#shared/lib/time/clock.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { discountWords, partOf, untilWords } from '../model.ts';
import { texts } from '../texts.ts';
import { useUseCoupon } from '../useUseCoupon.ts';
import styles from './Wallet.module.css';

/** Nobody has such a coupon: shows the not-found screen (session.md 11.4). */
function missing(): HttpError {
  const failure = { code: 'not_found', detail: '', request_id: '' };
  return new HttpError({ status: 404, data: null, failure, call: 'GET coupon' });
}

/** `/mypage/coupon/{id}` (product.md 2.3.E): the purpose of a coupon, and how to use it. */
export function CouponDetail({ owner, id }: { owner: string; id: string }) {
  const wallet = useWallet(owner);
  const coupon = wallet.data?.results.find((one) => one.id === id);
  usePageName(coupon?.name ?? '');
  const isAnswered = wallet.data !== undefined && !wallet.isFetching && !wallet.isStale && !wallet.error;
  if (isAnswered && !coupon) throw missing();
  return (
    <div className={styles.page}>
      <PageHeader title={coupon?.name ?? texts.title} inShell={false} lead={coupon?.description} />
      <MirrorView
        mirror={coupon ? wallet : { ...wallet, data: undefined }}
        shape={<Skeleton height="12rem" radius="1rem" />}
      >
        {() =>
          coupon && (
            <>
              {wallet.isStale && <ListStatus mirror={wallet} />}
              <Terms coupon={coupon} />
              <Ways coupon={coupon} />
            </>
          )
        }
      </MirrorView>
    </div>
  );
}

function Terms({ coupon }: { coupon: Coupon }) {
  const { min_total, targets, remaining, code, reason, status } = coupon;
  const part = partOf(coupon);
  return (
    <section className={styles.card} aria-labelledby="coupon-terms">
      <p className={styles.chips}>
        <Chip tone={status === 'usable' ? 'blue' : 'plain'}>
          {part === 'usable' || part === 'later' ? discountWords(coupon) : texts.chips[part]}
        </Chip>
      </p>
      <h2 id="coupon-terms">{texts.terms}</h2>
      <dl className={styles.facts}>
        <dt>{texts.discount}</dt>
        <dd>{discountWords(coupon)}</dd>
        <dt>{texts.terms}</dt>
        <dd>{min_total > 0 ? texts.minTotal(min_total) : texts.noMinTotal}</dd>
        {remaining !== null && <dd>{texts.remaining(remaining)}</dd>}
        <dt>{texts.targets}</dt>
        {targets.length === 0 && <dd>{texts.everything}</dd>}
        {targets.map(({ product_id, name }) => (
          <dd key={product_id}>{name}</dd>
        ))}
        <dt>{texts.period}</dt>
        <dd>{untilWords(coupon, now())}</dd>
        {code && (
          <>
            <dt>{texts.code}</dt>
            <dd>{code}</dd>
          </>
        )}
      </dl>
      {reason && <p className={styles.reason}>{reason}</p>}
    </section>
  );
}

/** The possible actions now. */
function Ways({ coupon }: { coupon: Coupon }) {
  const { running, failure, use } = useUseCoupon();
  const isOffline = useConnectivity().state === 'offline';
  const part = partOf(coupon);
  return (
    <>
      <SummaryBox title={texts.useFailed} failure={failure} testId="coupon-error" />
      {isOffline && coupon.status === 'usable' && <p className={styles.note}>{texts.online}</p>}
      <div className={styles.ways}>
        {coupon.status === 'usable' && (
          <ActionButton
            look="primary"
            disabled={isOffline || running !== null}
            onClick={() => void use(coupon)}
            data-testid="coupon-use"
          >
            {running === null ? texts.useInCart : texts.using}
          </ActionButton>
        )}
        {coupon.status === 'not_applicable' && (
          <>
            <ActionLink to={paths.catalogue()} look="primary">
              {texts.toCatalogue}
            </ActionLink>
            <ActionLink to={paths.cart()}>{texts.toCart}</ActionLink>
          </>
        )}
        {part === 'used' && <ActionLink to={paths.history()}>{texts.toHistory}</ActionLink>}
        <ActionLink to={paths.coupon()}>{texts.toWallet}</ActionLink>
      </div>
    </>
  );
}
