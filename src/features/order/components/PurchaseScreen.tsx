import type { OrderMade } from '#contracts/shopOrder.ts';
import { getCardsIfAny } from '#shared/form/card/cardApi.ts';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { mayReorder, moneyWords } from '../failure.ts';
import { isOfPlan, isSettled, isUnpaid } from '../model.ts';
import { texts } from '../texts.ts';
import { type OrderAnswer, useOrder } from '../useOrder.ts';
import styles from './Order.module.css';
import { OrderHead } from './OrderHead.tsx';
import { OrderShape } from './OrderShape.tsx';
import { PurchaseForm } from './PurchaseForm.tsx';
import { Reorder } from './Reorder.tsx';

const words = texts.retry;

async function getWays(options: AskOptions) {
  const [settings, cards] = await Promise.all([getPaySettings(options), getCardsIfAny(options)]);
  return { settings, cards };
}

/** `/mypage/history/{id}/purchase` (product.md 2.3.H): pays for the same goods in another way (money.md 4.12). */
export function PurchaseScreen({ owner, id }: { owner: string; id: string }) {
  const answer = useOrder(owner, id);
  if (isNotFound(answer.error)) throw answer.error;
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} lead={answer.data && leadOf(answer.data)} />
      <MirrorView mirror={answer} shape={<OrderShape />}>
        {(made) => <View made={made} answer={answer} />}
      </MirrorView>
    </div>
  );
}

function leadOf(made: OrderMade): string | undefined {
  if (!made.order.can_retry) return undefined;
  return isOfPlan(made) ? words.leadOfPlan : words.lead;
}

function View({ made, answer }: { made: OrderMade; answer: OrderAnswer }) {
  const { order } = made;
  const isOffline = useConnectivity().state === 'offline';
  const [first] = order.items;
  return (
    <div className={styles.room}>
      {answer.isStale && <ListStatus mirror={answer} />}
      <section className={styles.card} aria-label={texts.detail.status}>
        <OrderHead order={order} />
        <p className={styles.fact}>
          <span className={styles.name}>{first && texts.goods(first.name, order.items.length - 1)}</span>
          <span className={styles.big}>{texts.yen(order.total)}</span>
        </p>
      </section>
      {!order.can_retry && <NoWay made={made} />}
      {order.can_retry && isOffline && <p className={styles.note}>{texts.online}</p>}
      {order.can_retry && (
        <section className={styles.card} aria-label={words.legend}>
          <ServerFirst load={getWays}>
            {({ settings, cards }) => (
              <PurchaseForm made={made} settings={settings} cards={cards} isOffline={isOffline} />
            )}
          </ServerFirst>
        </section>
      )}
    </div>
  );
}

/** Why there is no method to choose, in words. */
function noWayWords({ order, state }: OrderMade): string {
  if (isSettled(order)) return words.paid;
  if (!isUnpaid(order)) return words.over;
  if (state.next === '3ds') return texts.says.going;
  if (state.next === 'poll') return texts.says.checking;
  return order.status === 'awaiting_guardian' ? texts.says.guardian : words.notNow;
}

/** Why there is no method to choose, what is known of the money, and what helps. */
function NoWay({ made }: { made: OrderMade }) {
  const { order, state } = made;
  const isOver = !isSettled(order) && !isUnpaid(order);
  const money = moneyWords(made);
  return (
    <section className={styles.card} data-testid="no-retry">
      {isOver && <h2>{order.status === 'canceled' ? words.canceledTitle : words.overTitle}</h2>}
      <p>{noWayWords(made)}</p>
      {money && <p data-testid="order-money">{money}</p>}
      {mayReorder(order) && (
        <>
          <p>{words.again}</p>
          <Reorder order={order} />
        </>
      )}
      <div className={styles.actions}>
        {state.next === '3ds' && (
          <ActionLink to={relayPath(order.id)} look="primary">
            {texts.detail.goOn}
          </ActionLink>
        )}
        <ActionLink to={paths.historyDetail(order.id)}>{texts.toOrder}</ActionLink>
      </div>
    </section>
  );
}
