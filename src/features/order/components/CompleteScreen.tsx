import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { OrderMade } from '#contracts/shopOrder.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { PaySteps } from '#shared/ui/PaySteps.tsx';
import { moneyWords } from '../failure.ts';
import { AskAgain } from '../guardian/AskAgain.tsx';
import { hasReceipt, isOfPlan, isSettled, resultPath, standOf, studyPath } from '../model.ts';
import { texts } from '../texts.ts';
import { useOrder } from '../useOrder.ts';
import { AgreedBlocks } from './Agreed.tsx';
import styles from './Order.module.css';
import { OrderHead } from './OrderHead.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderShape } from './OrderShape.tsx';
import { Slip } from './Slip.tsx';

const words = texts.complete;

type RenderPlan = (owner: string, subscription: string) => ReactNode;

/** Title and first sentence: never more than the books say. */
function headOf(made: OrderMade): { title: string; lead: string } {
  const { order } = made;
  const stand = standOf(order, now());
  if (isSettled(order) && order.kind === 'renewal') return { title: words.renewal, lead: words.renewalLead };
  if (isSettled(order) && isOfPlan(made))
    return { title: words.plan, lead: order.kind === 'trial' ? words.trialLead : words.planLead };
  if (stand === 'paid') return { title: words.paid, lead: words.paidLead };
  if (stand === 'free') return { title: words.free, lead: words.freeLead };
  if (stand === 'store') return { title: words.cvs, lead: words.cvsLead };
  if (stand === 'transfer') return { title: words.bank, lead: words.bankLead };
  if (stand === 'guardian') return { title: words.guardian, lead: texts.says.guardian };
  if (stand === 'approved')
    return { title: words.approved, lead: `${texts.says.approved}${moneyWords(made)}` };
  return { title: texts.detail.title, lead: texts.says[stand] };
}

/**
 * `/payment/complete` and the pages below it (product.md 2.2.D): the result of an order. The payment method decides
 * which of them shows it; the other ones redirect there. A reload shows the same; without a network it shows the copy
 * on the device.
 * `key` must contain owner and number of the order.
 *
 * @param renderPlan draws the contract that an order has begun, from its owner and its number.
 */
export function CompleteScreen({
  owner,
  id,
  renderPlan,
}: {
  owner: string;
  id: string;
  renderPlan: RenderPlan;
}) {
  const answer = useOrder(owner, id);
  const { pathname } = useLocation();
  const { data, isFetching, isStale, isKept } = answer;
  if (isNotFound(answer.error)) throw answer.error;
  const to = data ? resultPath(data) : '';
  // A stored copy does not redirect while the answer is awaited, because the answer may be different.
  const isElsewhere = data && !to.startsWith(`${pathname.replace(/\/$/, '')}?`);
  if (isElsewhere && (data.state.next === 'done' || !isFetching)) return <Navigate to={to} replace={true} />;
  const { title, lead } = data ? headOf(data) : { title: texts.detail.title, lead: undefined };
  return (
    <>
      {/* A plan is never in the cart. */}
      <PaySteps
        current="done"
        skipped={pathname.startsWith(paths.paymentCompleteSubscribe()) ? ['cart'] : []}
      />
      <PageHeader title={title} inShell={false} lead={lead} />
      <MirrorView mirror={answer} shape={<OrderShape />}>
        {(made) => (
          <div className={styles.room} data-testid="order-complete">
            {isStale && <ListStatus mirror={answer} />}
            <OrderHead order={made.order} />
            <AskAgain order={made.order} onChanged={answer.retry} />
            {!isSettled(made.order) && <Slip order={made.order} isKept={isKept} />}
            {isOfPlan(made) && (
              <Plan made={made}>
                {made.order.subscription !== null && renderPlan(owner, made.order.subscription)}
              </Plan>
            )}
            <OrderItems order={made.order} hasMain={isOfPlan(made)} />
            {hasReceipt(made.order) && <p className={styles.small}>{words.receipt}</p>}
            {made.order.payment.status === 'open' && <p className={styles.small}>{texts.slip.mailed}</p>}
            <div className={styles.actions}>
              <ActionLink to={paths.mypage()} look={isSettled(made.order) ? 'plain' : 'primary'}>
                {texts.toHome}
              </ActionLink>
              <ActionLink to={paths.historyDetail(made.order.id)} data-testid="to-order">
                {texts.toOrder}
              </ActionLink>
            </div>
          </div>
        )}
      </MirrorView>
    </>
  );
}

/** Which plan it is, when and how much is charged, and how to stop it, in the words that were agreed to. */
function Plan({ made: { order }, children }: { made: OrderMade; children: ReactNode }) {
  const [first] = order.items;
  return (
    <section className={styles.card} aria-labelledby="plan-title">
      <h2 id="plan-title">{words.planTitle}</h2>
      {children}
      <AgreedBlocks
        blocks={order.confirm_snapshot.filter(({ key }) => ['price', 'payment', 'cancel'].includes(key))}
      />
      {first && isSettled(order) && (
        <ActionLink to={studyPath(first)} look="primary">
          {words.planStart}
        </ActionLink>
      )}
    </section>
  );
}
