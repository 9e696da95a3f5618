import { Navigate } from 'react-router-dom';
import type { OrderMade } from '#contracts/shopOrder.ts';
import { payFailures } from '#contracts/shopOrder.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { frameTexts } from '../frameTexts.ts';
import { isDeclined, isUnpaid, relayPath, resultPath } from '../model.ts';
import { texts } from '../texts.ts';
import { useOrder } from '../useOrder.ts';
import styles from './Order.module.css';
import { OrderShape } from './OrderShape.tsx';

const words = texts.failed;

/** Why it failed or is over, in words; nothing here is a guess. */
function whyOf({ order, state }: OrderMade): string {
  if (!isUnpaid(order)) return isDeclined(order) ? texts.declined : words.over;
  const failure = payFailures.find((one) => one === (state.failure ?? order.payment.failure));
  const until = parseTime(state.retry_at);
  if (until !== null && (failure === 'locked' || order.method === 'card')) return words.lockedUntil(until);
  return failure ? words.why[failure] : words.noReason;
}

/** Whether something was charged, unless the reason already says so. */
function chargeWords({ order, state }: OrderMade): string {
  const why = whyOf({ order, state });
  if (why.includes(words.uncharged)) return '';
  return state.is_uncharged ? words.uncharged : words.asking;
}

function titleOf({ order, state }: OrderMade): string {
  if (state.next !== 'failed') return words.checkingTitle;
  return isUnpaid(order) ? words.title : words.overTitle;
}

/**
 * `/payment/error` (product.md 2.2.D): what happened, whether anything was charged, and what can be done. `key` must
 * contain both arguments.
 */
export function FailedScreen({ owner, id }: { owner: string; id: string }) {
  const answer = useOrder(owner, id);
  const { data } = answer;
  if (isNotFound(answer.error)) throw answer.error;
  if (data?.state.next === 'done') return <Navigate to={resultPath(data)} replace={true} />;
  const title = data && titleOf(data);
  return (
    <>
      <PageHeader title={title ?? frameTexts.failed} inShell={false} />
      <MirrorView mirror={answer} shape={<OrderShape />}>
        {(made) => (
          <div className={styles.room} data-testid="order-failed">
            {answer.isStale && <ListStatus mirror={answer} />}
            <Story made={made} />
            <Support made={made} />
          </div>
        )}
      </MirrorView>
    </>
  );
}

function Story({ made }: { made: OrderMade }) {
  const { order, state } = made;
  if (state.next === '3ds' || state.next === 'poll') {
    return (
      <section className={styles.card}>
        <p data-testid="failed-why">{state.next === '3ds' ? texts.says.going : texts.says.checking}</p>
        <div className={styles.actions}>
          {state.next === '3ds' && (
            <ActionLink to={relayPath(order.id)} look="primary">
              {words.goOn}
            </ActionLink>
          )}
          <ActionLink to={paths.historyDetail(order.id)}>{texts.toOrder}</ActionLink>
        </div>
      </section>
    );
  }
  const charge = chargeWords(made);
  return (
    <section className={styles.card}>
      <p className={styles.strong} data-testid="failed-why">
        {whyOf(made)}
      </p>
      {charge && <p data-testid="failed-charge">{charge}</p>}
      {isUnpaid(order) && order.can_retry && <p>{words.keeps}</p>}
      <div className={styles.actions}>
        {order.can_retry && (
          <ActionLink to={paths.historyPurchase(order.id)} look="primary" data-testid="pay-otherwise">
            {words.other}
          </ActionLink>
        )}
        <ActionLink to={paths.historyDetail(order.id)}>{texts.toOrder}</ActionLink>
      </div>
    </section>
  );
}

/** What the support desk needs to know; the gateway's own code is small and never alone. */
function Support({ made: { order, state } }: { made: OrderMade }) {
  const code = state.error_code ?? order.payment.error_code;
  return (
    <section className={styles.card} aria-labelledby="support-title">
      <h2 id="support-title">{words.supportTitle}</h2>
      <p>{words.supportBody}</p>
      <p className={styles.small} data-testid="failed-support">
        {`${texts.requestNo} ${order.order_no}`}
        {code && ` ${words.code} ${code}`}
      </p>
      <div className={styles.actions}>
        <ActionLink to={paths.contact()}>{texts.support}</ActionLink>
      </div>
    </section>
  );
}
