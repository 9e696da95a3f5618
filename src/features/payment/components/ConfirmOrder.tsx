import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Checkout } from '#contracts/shopCheckout.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { withPlan } from '../address.ts';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';

const { confirm } = texts;

/** The tick box that names what is agreed to, and the button. Nothing is ticked in advance (money.md 6). */
export function ConfirmOrder({
  checkout,
  isAgreed,
  onAgree,
  isBusy,
  isDisabled,
  isConsentMissing,
  onOrder,
}: {
  checkout: Checkout;
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
  isBusy: boolean;
  isDisabled: boolean;
  /** Documents have to be agreed to first (money.md 4.18). */
  isConsentMissing: boolean;
  onOrder: () => void;
}) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [isAsked, setAsked] = useState(false);
  if (checkout.card_expired) {
    return (
      <StateCard
        picture="clock"
        title={confirm.cardExpiredTitle}
        testId="confirm-card-expired"
        actions={
          <ActionLink
            to={withPlan(`${paths.payment()}?edit=1`, checkout.plan?.product_id ?? '')}
            look="primary"
          >
            {confirm.typeCard}
          </ActionLink>
        }
      >
        {confirm.cardExpired}
      </StateCard>
    );
  }
  const isMissing = isAsked && !isAgreed;
  const press = () => {
    setAsked(true);
    if (isAgreed) onOrder();
    else box.current?.focus();
  };
  return (
    <div className={styles.card}>
      {checkout.needs_guardian && (
        <p data-testid="confirm-guardian">{checkout.within_limit ? confirm.withinLimit : confirm.guardian}</p>
      )}
      <div className={styles.agree}>
        <label htmlFor={id}>
          <input
            ref={box}
            id={id}
            type="checkbox"
            name="agree"
            checked={isAgreed}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onChange={(event) => onAgree(event.currentTarget.checked)}
            data-testid="confirm-agree"
          />
          <span>{confirm.agree}</span>
        </label>
        <p className={styles.documents}>
          <Link to={paths.eula()} target="_blank">
            {confirm.eula}
          </Link>
          {'・'}
          <Link to={paths.commerce()} target="_blank">
            {confirm.commerce}
          </Link>
          {'・'}
          <Link to={paths.privacy()} target="_blank">
            {confirm.privacy}
          </Link>
          {confirm.newTab}
        </p>
        {isMissing && (
          <p id={`${id}-error`} className={styles.error}>
            {confirm.agreeFirst}
          </p>
        )}
      </div>
      {isConsentMissing && (
        <p id={`${id}-consent`} className={styles.note} data-testid="confirm-consent-missing">
          {confirm.consentFirst}
        </p>
      )}
      <ActionButton
        look="primary"
        className={styles.big}
        disabled={isDisabled || isConsentMissing}
        aria-describedby={isConsentMissing ? `${id}-consent` : undefined}
        aria-busy={isBusy}
        onClick={press}
        data-testid="order-confirm"
      >
        {isBusy ? confirm.ordering : confirm.order}
      </ActionButton>
    </div>
  );
}
