import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { type Order, orderPageSchema } from '#contracts/shopOrder.ts';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { type ListAddress, useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { ListFooter } from '#shared/ui/ListFooter.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { getOrders, hasSubscriptions } from '../api.ts';
import { isSettled, type OrderKind, orderKinds, queryOf, standOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Order.module.css';
import { StandChip } from './OrderHead.tsx';

const words = texts.list;

/**
 * `/mypage/history` (product.md 2.3.H): the member's orders, the newest first. `plans`: the contracts that renew
 * themselves, shown above their charges. `running`: those that still run, shown above the purchases with the heading of
 * these.
 */
export function HistoryScreen({
  owner,
  plans,
  running,
}: {
  owner: string;
  plans: ReactNode;
  running: (heading: ReactNode) => ReactNode;
}) {
  const [address] = useSearchParams();
  const kind: OrderKind = orderKinds.find((one) => one === address.get('kind')) ?? 'purchase';
  const list = useListAddress(queryOf(kind));
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} />
      <Kinds owner={owner} kind={kind} />
      {kind === 'purchase' && running(<h2 className={styles.subtitle}>{words.purchases}</h2>)}
      {kind === 'subscription' && (
        <>
          {plans}
          <h2 className={styles.subtitle}>{words.charges}</h2>
        </>
      )}
      <Orders key={list.query} owner={owner} list={list} isOfPlans={kind === 'subscription'} />
    </div>
  );
}

/** The tabs, if there is more than one kind. */
function Kinds({ owner, kind }: { owner: string; kind: OrderKind }) {
  const plans = useAnswer(hasSubscriptions, keptCopy(owner, 'plans', z.boolean()));
  if (!plans.data && kind === 'purchase') return null;
  return (
    <FilterLinks
      label={words.tabs}
      links={orderKinds.map((one) => ({
        key: one,
        label: words.kinds[one],
        to: one === 'purchase' ? paths.history() : `${paths.history()}?kind=${one}`,
        isOn: one === kind,
      }))}
    />
  );
}

function Orders({
  owner,
  list: { query, turn },
  isOfPlans,
}: {
  owner: string;
  list: ListAddress;
  isOfPlans: boolean;
}) {
  const page = useAnswer(
    (options) => getOrders(query, options),
    keptCopy(owner, `orders.${query}`, orderPageSchema),
  );
  return (
    <MirrorView
      mirror={page}
      shape={<ListSkeleton />}
      isEmpty={({ results }) => results.length === 0}
      empty={
        <EmptyState
          picture="letter"
          title={isOfPlans ? words.emptyCharges : words.empty}
          action={
            <ActionLink to={paths.catalogue()} look="primary">
              {words.toCatalogue}
            </ActionLink>
          }
        >
          {isOfPlans ? words.emptyChargesBody : words.emptyBody}
        </EmptyState>
      }
    >
      {({ results, previous, next }) => (
        <>
          {page.isStale && <ListStatus mirror={page} />}
          <ul className={styles.list}>
            {results.map((order) => (
              <li key={order.id}>
                <Row order={order} />
              </li>
            ))}
          </ul>
          <ListFooter query={query} onPrevious={turn(linkToKeep(previous))} onNext={turn(linkToKeep(next))} />
        </>
      )}
    </MirrorView>
  );
}

function Row({ order }: { order: Order }) {
  const ordered = parseTime(order.created);
  const due = parseTime(order.payment.due_at);
  const isWaiting = ['store', 'transfer', 'part'].includes(standOf(order, now()));
  const [first] = order.items;
  return (
    <Link to={paths.historyDetail(order.id)} className={styles.row} data-testid="order-row">
      <span className={styles.head}>
        <StandChip order={order} />
        {isWaiting && due !== null && <span className={styles.due}>{words.due(due)}</span>}
        {!isWaiting && !isSettled(order) && order.payment.received > 0 && (
          <span className={styles.due}>{words.received(order.payment.received)}</span>
        )}
      </span>
      <span className={styles.rowName}>
        {first ? texts.goods(first.name, order.items.length - 1) : order.order_no}
      </span>
      <span className={styles.price}>{texts.yen(order.total)}</span>
      <span className={`${styles.head} ${styles.small}`}>
        {ordered !== null && <span>{words.ordered(ordered)}</span>}
        <span>{`${texts.orderNo} ${order.order_no}`}</span>
      </span>
    </Link>
  );
}
