import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Coupon, couponCodePattern, tidyCouponCode } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
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

/** A printed or mailed code: the coupon is stored for later; the server says what is wrong with a code. */
function CodeForm({ isOffline, onAdded }: { isOffline: boolean; onAdded: () => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keys = useRef(createSubmissionKey());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = tidyCouponCode(typed);
    const isCode = couponCodePattern.test(code);
    setError(isCode ? null : texts.codeForm);
    setFailure(null);
    if (!isCode) document.getElementById('coupon-code')?.focus();
    if (!isCode || isBusy) return;
    setBusy(true);
    try {
      const { name } = await postClaim(code, keys.current.keyFor(code));
      keys.current.arrived();
      setTyped('');
      blueAlert.show(texts.added(name));
      onAdded();
    } catch (caught) {
      setFailure(describeFailure(caught));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <SummaryBox title={texts.addFailed} failure={failure} testId="coupon-error" />
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
      <ActionButton type="submit" look="primary" disabled={isOffline || isBusy} data-testid="coupon-add">
        {isBusy ? texts.adding : texts.add}
      </ActionButton>
      {isOffline && <p className={styles.note}>{texts.online}</p>}
    </form>
  );
}

function Card({ coupon, isDisabled, onUse }: { coupon: Coupon; isDisabled: boolean; onUse: () => void }) {
  const part = partOf(coupon);
  const isUsable = coupon.status === 'usable';
  return (
    <article className={styles.coupon} data-testid="coupon-card">
      <p className={styles.chips}>
        <Chip tone={isUsable ? 'blue' : part === 'open' ? 'pink' : 'plain'}>
          {isUsable ? texts.chips.open : part === 'open' ? discountWords(coupon) : texts.chips[part]}
        </Chip>
      </p>
      <h3 className={styles.name}>{coupon.name}</h3>
      {isUsable && coupon.saving !== null && <p className={styles.saving}>{texts.saving(coupon.saving)}</p>}
      {!isUsable && coupon.reason && <p>{coupon.reason}</p>}
      {part === 'open' && <p className={styles.note}>{untilWords(coupon, now())}</p>}
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
