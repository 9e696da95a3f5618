import type { OrderMade } from '#contracts/shopOrder.ts';
import { getCardsIfAny } from '#shared/form/card/cardApi.ts';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { getPaySettings } from '../api.ts';
import { isSettled, isUnpaid, relayPath } from '../model.ts';
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
      <PageHeader title={words.title} lead={answer.data?.order.can_retry ? words.lead : undefined} />
      <MirrorView mirror={answer} shape={<OrderShape />}>
        {(made) => <View made={made} answer={answer} />}
      </MirrorView>
    </div>
  );
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

/** Why there is no method to choose, and what helps. */
function NoWay({ made: { order, state } }: { made: OrderMade }) {
  const isOver = !isSettled(order) && !isUnpaid(order);
  const says = isSettled(order)
    ? words.paid
    : isOver
      ? words.over
      : state.next === '3ds'
        ? texts.says.going
        : state.next === 'poll'
          ? texts.says.checking
          : order.status === 'awaiting_guardian'
            ? texts.says.guardian
            : words.notNow;
  return (
    <section className={styles.card} data-testid="no-retry">
      {isOver && <h2>{words.overTitle}</h2>}
      <p>{says}</p>
      {isOver && <Reorder order={order} />}
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
