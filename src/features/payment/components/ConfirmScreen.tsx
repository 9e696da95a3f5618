import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Checkout, CheckoutChange } from '#contracts/shopCheckout.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { isNotFound, isOutage } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { OfflineCard } from '#shared/ui/OfflineCard.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { withPlan } from '../address.ts';
import { readTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { type ConfirmFailure, orderPath, useConfirm } from '../useConfirm.ts';
import { ConfirmOrder } from './ConfirmOrder.tsx';
import { ContractConsent } from './ContractConsent.tsx';
import { LostCard } from './LostCard.tsx';
import { LostCart } from './LostCart.tsx';
import styles from './Payment.module.css';
import { PayShape } from './PayRoom.tsx';

const { confirm } = texts;
type Edit = { to: string; label: string };

/** Where a part can be changed. Of a plan only the card can be changed. */
function editOf(key: string, { method, plan }: Checkout): Edit | undefined {
  if (key === 'items' && !plan) return { to: paths.cart(), label: confirm.editCart };
  if (key !== 'payment' || method === 'none') return undefined;
  return plan
    ? { to: withPlan(`${paths.payment()}?edit=1`, plan.product_id), label: texts.plan.otherCard }
    : { to: paths.paymentMethod(), label: confirm.editMethod };
}

/** `/cart/confirm` (product.md 2.2.D): what is ordered, in the words that the order stores, and the one button. */
export function ConfirmScreen({ owner }: { owner: string }) {
  const [query] = useSearchParams();
  const checkout = query.get('checkout') || readTabDraft(owner).checkout;
  if (!checkout) return <LostCart owner={owner} />;
  return <Confirm owner={owner} id={checkout} />;
}

function Confirm({ owner, id }: { owner: string; id: string }) {
  const control = useConfirm(owner, id);
  const isOffline = useConnectivity().state === 'offline';
  const { checkout, loadError, age, change, failure, work } = control;
  const [consented, setConsented] = useState('');
  if (!checkout) {
    if (!loadError) return <Loading shape={<PayShape />} onReload={control.retry} />;
    if (isNotFound(loadError)) return <LostCart owner={owner}>{confirm.gone}</LostCart>;
    if (isOutage(loadError)) return <OfflineCard onRetry={control.retry} />;
    return <ErrorCard error={loadError} onRetry={control.retry} />;
  }
  if (change && !change.checkout) {
    return (
      <div className={styles.room}>
        <Changes change={change} />
        <LostCard>{confirm.notAsIs}</LostCard>
      </div>
    );
  }
  const isOver = age === 'over';
  return (
    <div className={styles.room}>
      {change && <Changes key={checkout.checkout_id} change={change} />}
      <Failure failure={failure} plan={checkout.plan?.product_id ?? ''} />
      <Offer checkout={checkout} />
      <Ending control={control} checkout={checkout} isOffline={isOffline} />
      {!isOver && checkout.needs_papers && (
        <ContractConsent key={checkout.checkout_id} id={checkout.checkout_id} onConsented={setConsented} />
      )}
      {!isOver && (
        <ConfirmOrder
          checkout={checkout}
          isAgreed={control.isAgreed}
          onAgree={control.agree}
          isBusy={work === 'order'}
          isDisabled={isOffline || work !== null}
          isConsentMissing={checkout.needs_papers && consented !== checkout.checkout_id}
          onOrder={() => void control.order()}
        />
      )}
    </div>
  );
}

/** The six items in the server's wording: exactly these words are stored with the order. */
function Offer({ checkout }: { checkout: Checkout }) {
  const plan = checkout.plan?.product_id ?? '';
  const { payer } = checkout;
  return (
    <>
      <div className={styles.card} data-testid="confirm-text">
        {checkout.confirm.map(({ key, title, lines }) => (
          <Block key={key} title={title} edit={editOf(key, checkout)}>
            {lines.map((line) => (
              <p key={line} className={styles.line}>
                {line}
              </p>
            ))}
          </Block>
        ))}
      </div>
      {/* For a plan the text itself says it: its card stays saved as long as the plan runs. */}
      {checkout.saves_card && !checkout.plan && <p className={styles.note}>{confirm.savesCard}</p>}
      {payer && (
        <div className={styles.card}>
          <Block
            title={confirm.payer}
            edit={{ to: withPlan(`${paths.payment()}?edit=1`, plan), label: confirm.editDetails }}
          >
            <p>{confirm.payerLine(payer.name, payer.phone)}</p>
          </Block>
        </div>
      )}
    </>
  );
}

function Block({ title, edit, children }: { title: string; edit: Edit | undefined; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <div className={styles.blockHead}>
        <h2 className={styles.blockTitle}>{title}</h2>
        {edit && <Link to={edit.to}>{edit.label}</Link>}
      </div>
      {children}
    </section>
  );
}

/** What has changed, old and new. Takes the focus, because the text below has to be read again. */
function Changes({ change }: { change: CheckoutChange }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.changes}
      role="alert"
      aria-label={confirm.changedTitle}
      data-testid="confirm-changes"
    >
      <h2>{confirm.changedTitle}</h2>
      {change.coupon_gone && <p>{confirm.couponGone}</p>}
      {change.checkout && <p>{confirm.changed}</p>}
      {change.changes.map(({ title, before, after }) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl>
            <dt>{confirm.before}</dt>
            <dd>{before || confirm.nothing}</dd>
            <dt>{confirm.after}</dt>
            <dd>{after || confirm.nothing}</dd>
          </dl>
        </div>
      ))}
    </section>
  );
}

/** Why the order was not made, and where to fix it. */
function Failure({ failure, plan }: { failure: ConfirmFailure | null; plan: string }) {
  // A plan has no other payment method, and a lock concerns every card.
  const isAboutCard = failure && ['card_locked', 'method_closed', 'method_limit'].includes(failure.code);
  return (
    <>
      <SummaryBox title={confirm.failed} failure={failure?.text ?? null} testId="confirm-error" />
      {failure?.order && <ActionLink to={orderPath(failure.order)}>{confirm.toOrder}</ActionLink>}
      {isAboutCard && !plan && <ActionLink to={paths.paymentMethod()}>{confirm.otherMethod}</ActionLink>}
    </>
  );
}

/** Says that the offer ends soon, has ended, or lacks its card; each with one button to continue. */
function Ending({
  control,
  checkout,
  isOffline,
}: {
  control: ReturnType<typeof useConfirm>;
  checkout: Checkout;
  isOffline: boolean;
}) {
  const { age, work, isRenewed, renew } = control;
  const isDisabled = isOffline || work !== null;
  if (age === 'over') {
    return (
      <StateCard
        picture="clock"
        title={confirm.overTitle}
        testId="confirm-over"
        role="alert"
        actions={
          <ActionButton
            look="primary"
            disabled={isDisabled}
            onClick={() => void renew()}
            data-testid="confirm-renew"
          >
            {work === 'renew' ? confirm.renewing : confirm.renewOver}
          </ActionButton>
        }
      >
        {confirm.over}
      </StateCard>
    );
  }
  const endsAt = parseTime(checkout.expires_at);
  return (
    <div className={styles.ending} role="status" data-testid="confirm-ending">
      {age === 'ending' && endsAt !== null && (
        <>
          <p>{confirm.ends(endsAt)}</p>
          <ActionButton disabled={isDisabled} onClick={() => void renew()} data-testid="confirm-renew">
            {work === 'renew' ? confirm.renewing : confirm.renew}
          </ActionButton>
        </>
      )}
      {age === 'good' && isRenewed && <p>{confirm.renewed}</p>}
    </div>
  );
}
