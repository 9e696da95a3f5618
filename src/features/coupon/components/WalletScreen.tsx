import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Coupon } from '#contracts/shopCart.ts';
import { CouponCodeForm } from '#shared/form/CouponCodeForm.tsx';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useWallet } from '#shared/lib/shop/useWallet.ts';
import { now } from '#shared/lib/time/clock.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { postClaim } from '../api.ts';
import { discountWords, partOf, untilWords, walletParts } from '../model.ts';
import { texts } from '../texts.ts';
import { useUseCoupon } from '../useUseCoupon.ts';
import styles from './Wallet.module.css';

/** `/mypage/coupon` (product.md 2.3.E): the member's coupons, and a field to add one by its code. */
export function WalletScreen({ owner }: { owner: string }) {
  const wallet = useWallet(owner);
  const coupon = useUseCoupon();
  const isOffline = useConnectivity().state === 'offline';
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} lead={texts.lead} />
      <CodeForm isOffline={isOffline} onAdded={wallet.retry} />
      <SummaryBox title={texts.useFailed} failure={coupon.failure} testId="coupon-error" />
      <MirrorView
        mirror={wallet}
        shape={<Skeleton height="8rem" radius="1rem" />}
        isEmpty={({ results }) => results.length === 0}
        empty={
          <EmptyState picture="letter" title={texts.empty}>
            {texts.emptyBody}
          </EmptyState>
        }
      >
        {({ results }) => (
          <>
            {wallet.isStale && <ListStatus mirror={wallet} />}
            {walletParts.map((part) => {
              const shown = results.filter((one) => partOf(one) === part);
              return (
                shown.length > 0 && (
                  <section key={part} className={styles.group} aria-labelledby={`part-${part}`}>
                    <h2 id={`part-${part}`}>{texts.parts[part]}</h2>
                    <ul className={styles.list}>
                      {shown.map((one) => (
                        <li key={one.id}>
                          <Card
                            coupon={one}
                            isDisabled={isOffline || coupon.running !== null}
                            onUse={() => void coupon.use(one)}
                          />
                        </li>
                      ))}
                    </ul>
                  </section>
                )
              );
            })}
          </>
        )}
      </MirrorView>
    </div>
  );
}

/** Stores the coupon of a code for later. */
function CodeForm({ isOffline, onAdded }: { isOffline: boolean; onAdded: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keys = useRef(createSubmissionKey());
  const claim = async (code: string) => {
    setFailure(null);
    setBusy(true);
    try {
      const { name } = await postClaim(code, keys.current.keyFor(code));
      keys.current.arrived();
      blueAlert.show(texts.added(name));
      onAdded();
      return true;
    } catch (caught) {
      setFailure(describeFailure(caught));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return (
    <CouponCodeForm
      className={styles.form}
      action={isBusy ? texts.adding : texts.add}
      failed={texts.addFailed}
      failure={failure}
      note={isOffline && <p className={styles.note}>{texts.online}</p>}
      isDisabled={isOffline || isBusy}
      onCode={claim}
    />
  );
}

const tones = { usable: 'blue', later: 'pink', used: 'plain', expired: 'plain' } as const;

function Card({ coupon, isDisabled, onUse }: { coupon: Coupon; isDisabled: boolean; onUse: () => void }) {
  const part = partOf(coupon);
  const isUsable = part === 'usable';
  return (
    <article className={styles.coupon} data-testid="coupon-card">
      <p className={styles.chips}>
        <Chip tone={tones[part]}>{part === 'later' ? discountWords(coupon) : texts.chips[part]}</Chip>
      </p>
      <h3 className={styles.name}>{coupon.name}</h3>
      {isUsable && coupon.saving !== null && <p className={styles.saving}>{texts.saving(coupon.saving)}</p>}
      {!isUsable && coupon.reason && <p>{coupon.reason}</p>}
      {(isUsable || part === 'later') && <p className={styles.note}>{untilWords(coupon, now())}</p>}
      <div className={styles.actions}>
        <Link
          to={paths.couponDetail(coupon.id)}
          className={styles.link}
          aria-label={texts.detailsOf(coupon.name)}
        >
          {texts.details}
        </Link>
        {isUsable && (
          <ActionButton
            disabled={isDisabled}
            onClick={onUse}
            aria-label={texts.labelOf(coupon.name)}
            data-testid="coupon-use"
          >
            {texts.use}
          </ActionButton>
        )}
      </div>
    </article>
  );
}
