import type { ReactNode } from 'react';
import type { Order, OrderMade } from '#contracts/shopOrder.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { gatewayCode, mayReorder, moneyWords, reasonOf } from '../failure.ts';
import { AskAgain } from '../guardian/AskAgain.tsx';
import { isDeclined, isOfPlan, isSettled, type Stand, standOf } from '../model.ts';
import { RefundSection } from '../refund/Refund.tsx';
import { texts } from '../texts.ts';
import { type OrderAnswer, useOrder } from '../useOrder.ts';
import { Agreed } from './Agreed.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import styles from './Order.module.css';
import { OrderHead } from './OrderHead.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderShape } from './OrderShape.tsx';
import { Papers } from './Papers.tsx';
import { Reorder } from './Reorder.tsx';
import { Slip } from './Slip.tsx';

const words = texts.detail;

/** `/mypage/history/{id}` (product.md 2.3.H): one order, its state, and what can be done with it. */
export function OrderScreen({ owner, id }: { owner: string; id: string }) {
  const answer = useOrder(owner, id);
  if (isNotFound(answer.error)) throw answer.error;
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} />
      <MirrorView mirror={answer} shape={<OrderShape />}>
        {(made) => <View owner={owner} made={made} answer={answer} />}
      </MirrorView>
    </div>
  );
}

function View({ owner, made, answer }: { owner: string; made: OrderMade; answer: OrderAnswer }) {
  const { order } = made;
  // Also money that came for an order without a right to it goes back.
  const hasRefunds = isSettled(order) || (made.state.next === 'failed' && !order.payment.is_uncharged);
  return (
    <div className={styles.room} data-testid="order-detail">
      {answer.isStale && <ListStatus mirror={answer} />}
      <Standing made={made} />
      <AskAgain order={order} onChanged={answer.retry} />
      {!isSettled(order) && <Slip order={order} isKept={answer.isKept} />}
      <OrderItems order={order} />
      <Payment order={order} />
      {isSettled(order) && <Papers owner={owner} order={order} onNamed={answer.retry} />}
      {hasRefunds && order.total > 0 && (
        <RefundSection key={order.status} order={order} onChanged={answer.retry} />
      )}
      <Agreed blocks={order.confirm_snapshot} />
      {order.can_cancel && <CancelOrder order={order} onDone={answer.put} />}
      <section className={styles.card}>
        <p>{order.can_refund ? words.refundLead : words.helpLead}</p>
        <div className={styles.actions}>
          <ActionLink to={paths.contact()}>{texts.support}</ActionLink>
        </div>
      </section>
    </div>
  );
}

/** The words of the link to the choice of a method. */
function retryWords(stand: Stand, isPlan: boolean): string {
  if (stand === 'approved') return words.pay;
  if (isPlan) return words.changeCard;
  return stand === 'failed' ? words.change : words.changeSlip;
}

/** What is known of the order and of its money, and its one main action. */
function Standing({ made }: { made: OrderMade }) {
  const { order } = made;
  const stand = standOf(order, now());
  const reason = stand === 'failed' ? reasonOf(made) : '';
  const says = isDeclined(order) ? texts.declined : texts.says[stand];
  const money = moneyWords(made);
  return (
    <section className={styles.card} aria-label={words.status}>
      <OrderHead order={order} />
      <div role="status">
        {says && <p data-testid="order-says">{says}</p>}
        {reason && <p>{reason}</p>}
        {money && <p data-testid="order-money">{money}</p>}
      </div>
      {stand === 'going' && (
        <div className={styles.actions}>
          <ActionLink to={relayPath(order.id)} look="primary">
            {words.goOn}
          </ActionLink>
        </div>
      )}
      {order.can_retry && (
        <div className={styles.actions}>
          <ActionLink
            to={paths.historyPurchase(order.id)}
            look={stand === 'failed' || stand === 'approved' ? 'primary' : 'plain'}
            data-testid="order-retry"
          >
            {retryWords(stand, isOfPlan(made))}
          </ActionLink>
        </div>
      )}
      {mayReorder(order) && <Reorder order={order} />}
      {order.subscription !== null && (
        <div className={styles.actions}>
          <ActionLink to={paths.historySubscribe(order.subscription)} data-testid="order-subscription">
            {words.toPlan}
          </ActionLink>
        </div>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Payment({ order }: { order: Order }) {
  const { payment, method, total } = order;
  const ordered = parseTime(order.created);
  const paidAt = parseTime(order.paid_at);
  const over = isSettled(order) ? payment.received - total : 0;
  const code = isSettled(order) ? null : gatewayCode(payment.error_code);
  return (
    <section className={styles.card} aria-labelledby="order-payment">
      <h2 id="order-payment">{words.payment}</h2>
      <dl className={styles.facts}>
        <Fact label={words.payment}>{texts.methods[method] ?? texts.methods.none}</Fact>
        {payment.card && (
          <Fact label={texts.retry.card}>{texts.card(payment.card.brand, payment.card.last4)}</Fact>
        )}
        {payment.received > 0 && (method === 'bank' || !isSettled(order)) && (
          <>
            <Fact label={texts.slip.received}>{texts.yen(payment.received)}</Fact>
            {payment.rest > 0 && <Fact label={texts.slip.rest}>{texts.yen(payment.rest)}</Fact>}
          </>
        )}
        {ordered !== null && <Fact label={words.ordered}>{texts.moment(ordered)}</Fact>}
        {paidAt !== null && <Fact label={words.paidAt}>{texts.moment(paidAt)}</Fact>}
      </dl>
      {over > 0 && <p className={styles.warn}>{texts.slip.over(over)}</p>}
      {code && <p className={styles.small}>{`${texts.failed.code} ${code}`}</p>}
    </section>
  );
}
