import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Subscription, subscriptionPageSchema } from '#contracts/shopSubscription.ts';
import { isOutage } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import { planTexts } from '#shared/lib/shop/planTexts.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { getSubscriptions } from '../api.ts';
import { standOf } from '../model.ts';
import { texts } from '../texts.ts';
import { PlanChip } from './PlanChip.tsx';
import styles from './Subscription.module.css';

const words = texts.rows;

/** The member's contracts that renew themselves, above their charges (product.md 2.3.H). */
export function PlanRows({ owner }: { owner: string }) {
  const page = useSubscriptions(owner);
  // The list below already says that there is no network.
  if (page.data === undefined && page.error && isOutage(page.error)) return null;
  return (
    <MirrorView
      mirror={page}
      shape={<ListSkeleton rows={1} />}
      isEmpty={({ results }) => results.length === 0}
      empty={null}
    >
      {({ results, next }) => (
        <Rows title={words.title} subscriptions={results}>
          {page.isStale && <ListStatus mirror={page} />}
          {next !== null && <p className={styles.small}>{words.more}</p>}
        </Rows>
      )}
    </MirrorView>
  );
}

/**
 * Above the purchases: the contracts that run, so that cancelling one is three taps from 購入履歴 (money.md 4.16).
 * Nothing without one; the purchases are complete without it. `children`: the heading of what follows.
 */
export function RunningPlans({ owner, children }: { owner: string; children: ReactNode }) {
  const { data } = useSubscriptions(owner);
  const running = data?.results.filter((one) => standOf(one, serverNow()) !== 'ended') ?? [];
  if (running.length === 0) return null;
  return (
    <>
      <Rows title={words.title} subscriptions={running} />
      {children}
    </>
  );
}

function useSubscriptions(owner: string) {
  return useAnswer(getSubscriptions, keptCopy(owner, 'subscriptions', subscriptionPageSchema));
}

function Rows({
  title,
  subscriptions,
  children,
}: {
  title: string;
  subscriptions: readonly Subscription[];
  children?: ReactNode;
}) {
  return (
    <section className={styles.rows} aria-labelledby="plan-rows">
      <h2 id="plan-rows" className={styles.subtitle}>
        {title}
      </h2>
      <ul className={styles.list} aria-label={words.list}>
        {subscriptions.map((subscription) => (
          <li key={subscription.id}>
            <Row subscription={subscription} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** What comes next: a charge, an end, or that it has ended. */
function nextOf(subscription: Subscription): string {
  const [next, end] = [parseTime(subscription.next_charge_at), parseTime(subscription.ends_at)];
  const stand = standOf(subscription, serverNow());
  if (stand === 'ended') return end === null ? '' : words.endedOn(end);
  if (stand === 'cancelled' && end !== null) return words.until(end);
  return next === null ? '' : words.next(next, subscription.next_amount);
}

function Row({ subscription }: { subscription: Subscription }) {
  return (
    <Link to={paths.historySubscribe(subscription.id)} className={styles.row} data-testid="subscription-row">
      <span className={styles.head}>
        <PlanChip subscription={subscription} />
        <span className={styles.small}>{planTexts.price(subscription.plan)}</span>
      </span>
      <span className={styles.name}>{subscription.plan.name}</span>
      <span className={styles.small}>{nextOf(subscription)}</span>
    </Link>
  );
}
