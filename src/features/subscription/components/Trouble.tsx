import { useState } from 'react';
import type { OrderState } from '#contracts/shopOrder.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { useRelay } from '#shared/lib/shop/useRelay.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { getChargeState } from '../api.ts';
import { openCharge, standOf } from '../model.ts';
import { texts } from '../texts.ts';
import { type Changing, useAct } from '../useAct.ts';
import styles from './Subscription.module.css';

const words = texts.trouble;

/**
 * A charge that was refused, or whose result is unknown: what it means, the deadline, and what helps (money.md 4.15).
 */
export function Trouble(changing: Changing) {
  const { subscription, reload } = changing;
  /** The order whose charge was seen to end on this page. */
  const [over, setOver] = useState('');
  const charge = openCharge(subscription);
  if (charge && charge.id !== over) {
    const end = () => {
      setOver(charge.id);
      reload();
    };
    return (
      <section className={styles.warn} aria-label={texts.status.title}>
        <ChargeWatch key={charge.id} order={charge.id} onEnd={end} />
      </section>
    );
  }
  const stand = standOf(subscription, serverNow());
  if (stand !== 'late' && stand !== 'closed') return null;
  return <Unpaid {...changing} onStarted={() => setOver('')} />;
}

function Unpaid({ onStarted, ...changing }: Changing & { onStarted: () => void }) {
  const { subscription, isOffline } = changing;
  const { isBusy, failure, run } = useAct(changing);
  const why: Readonly<Record<string, string>> = words.why;
  const [suspends, gives] = [parseTime(subscription.suspended_at), parseTime(subscription.gives_up_at)];
  const amount = texts.yen(subscription.next_amount ?? subscription.plan.price);
  const pay = async () => {
    if (await run({ kind: 'retry' })) onStarted();
  };
  return (
    <section className={styles.warn} aria-labelledby="trouble-title" data-testid="subscription-trouble">
      <h2 id="trouble-title">{words.title}</h2>
      <SummaryBox title={words.failed} failure={failure} testId="retry-error" />
      {subscription.failure && why[subscription.failure] && <p>{why[subscription.failure]}</p>}
      {subscription.needs_card && <p>{words.needsCard}</p>}
      {subscription.status === 'past_due' && suspends !== null && <p>{words.suspends(suspends)}</p>}
      {gives !== null && <p>{words.gives(gives)}</p>}
      {subscription.can_retry && (
        <>
          <p>{words.retryHint(amount)}</p>
          <div className={styles.actions}>
            <ActionButton
              look="primary"
              disabled={isBusy || isOffline}
              onClick={() => void pay()}
              data-testid="subscription-retry"
            >
              {isBusy ? texts.working : words.retry}
            </ActionButton>
          </div>
        </>
      )}
    </section>
  );
}

/** Polls the state of a charge until it is known; nobody has to stay for it. */
function ChargeWatch({ order, onEnd }: { order: string; onEnd: () => void }) {
  const [isChallenged, setChallenged] = useState(false);
  const { isSlow, isGone, again } = useRelay<OrderState>(
    (signal) => getChargeState(order, signal),
    ({ next }) => {
      setChallenged(next === '3ds');
      if (next !== 'done' && next !== 'failed') return false;
      onEnd();
      return true;
    },
  );
  if (isGone) return null;
  return (
    <>
      <p role="status" data-testid="charge-watch">
        {isSlow ? words.slow : words.charging}
      </p>
      <div className={styles.actions}>
        {isChallenged && (
          <ActionLink to={relayPath(order)} look="primary">
            {texts.status.goOn}
          </ActionLink>
        )}
        {isSlow && <ActionButton onClick={again}>{words.again}</ActionButton>}
      </div>
    </>
  );
}
