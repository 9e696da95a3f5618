import { Navigate } from 'react-router-dom';
import type { OrderMade } from '#contracts/shopOrder.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { gatewayCode, moneyWords, whyFailed } from '../failure.ts';
import { frameTexts } from '../frameTexts.ts';
import { isOfPlan, isUnpaid, resultPath } from '../model.ts';
import { texts } from '../texts.ts';
import { useOrder } from '../useOrder.ts';
import styles from './Order.module.css';
import { OrderShape } from './OrderShape.tsx';

const words = texts.failed;

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
  const money = moneyWords(made);
  const isPlan = isOfPlan(made);
  if (state.next === '3ds' || state.next === 'poll') {
    return (
      <section className={styles.card}>
        <p data-testid="failed-why">{state.next === '3ds' ? texts.says.going : texts.says.checking}</p>
        {money && <p data-testid="failed-charge">{money}</p>}
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
  return (
    <section className={styles.card}>
      <p className={styles.strong} data-testid="failed-why">
        {whyFailed(made)}
      </p>
      {money && <p data-testid="failed-charge">{money}</p>}
      {isUnpaid(order) && order.can_retry && <p>{isPlan ? words.keepsPlan : words.keeps}</p>}
      <div className={styles.actions}>
        {order.can_retry && (
          <ActionLink to={paths.historyPurchase(order.id)} look="primary" data-testid="pay-otherwise">
            {isPlan ? words.otherCard : words.other}
          </ActionLink>
        )}
        <ActionLink to={paths.historyDetail(order.id)}>{texts.toOrder}</ActionLink>
      </div>
    </section>
  );
}

/** What the support desk needs to know; the gateway's own code is small and never alone. */
function Support({ made: { order, state } }: { made: OrderMade }) {
  const code = gatewayCode(state.error_code ?? order.payment.error_code);
  return (
    <section className={styles.card} aria-labelledby="support-title">
      <h2 id="support-title">{words.supportTitle}</h2>
      <p>{words.supportBody}</p>
      <p className={styles.small} data-testid="failed-support">
        {`${texts.orderNo} ${order.order_no}`}
        {code && ` ${words.code} ${code}`}
      </p>
      <div className={styles.actions}>
        <ActionLink to={paths.contact()}>{texts.support}</ActionLink>
      </div>
    </section>
  );
}
