import type { ReactNode } from 'react';
import type { Subscription } from '#contracts/shopSubscription.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { planPath } from '#shared/lib/shop/plans.ts';
import { planTexts } from '#shared/lib/shop/planTexts.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { fewOf, firstOrder, isOpen, standOf } from '../model.ts';
import { texts } from '../texts.ts';
import type { Changing } from '../useAct.ts';
import { useSubscription } from '../useSubscription.ts';
import { CancelPlan } from './CancelPlan.tsx';
import { Invoices } from './Invoices.tsx';
import { PausePlan } from './PausePlan.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanChip } from './PlanChip.tsx';
import { PriceConsent } from './PriceConsent.tsx';
import styles from './Subscription.module.css';
import { Trouble } from './Trouble.tsx';

const words = texts.status;

/** `/mypage/history/subscribe/{id}` (product.md 2.3.H): a contract that renews itself, and how to stop it. */
export function SubscriptionScreen({ owner, id }: { owner: string; id: string }) {
  const answer = useSubscription(owner, id);
  const isOffline = useConnectivity().state === 'offline';
  if (isNotFound(answer.error)) throw answer.error;
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} />
      <MirrorView mirror={answer} shape={<Skeleton height="16rem" radius="1rem" />}>
        {(subscription) => {
          const changing = { subscription, isOffline, put: answer.put, reload: answer.retry };
          return (
            <div className={styles.room} data-testid="subscription-detail">
              {answer.isStale && <ListStatus mirror={answer} />}
              {isOffline && <p className={styles.note}>{texts.online}</p>}
              <Parts changing={changing} />
            </div>
          );
        }}
      </MirrorView>
    </div>
  );
}

function Parts({ changing }: { changing: Changing }) {
  const { subscription } = changing;
  return (
    <>
      <Standing subscription={subscription} />
      <Trouble {...changing} />
      <PriceConsent {...changing} />
      <PlanCard {...changing} />
      <Courses subscription={subscription} />
      <PausePlan {...changing} />
      <CancelPlan {...changing} />
      <Invoices orders={subscription.invoices} />
    </>
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

/** The state of the contract in a sentence. */
function saysOf(subscription: Subscription): string {
  const stand = standOf(subscription, serverNow());
  const [end, from, until] = [
    parseTime(subscription.ends_at),
    parseTime(subscription.paused_from),
    parseTime(subscription.paused_until),
  ];
  if (stand === 'cancelled' && end !== null) return words.cancelledUntil(end);
  if (stand === 'pausing' && from !== null && until !== null) return words.pausing(from, until);
  if (stand === 'paused' && until !== null) return words.paused(until);
  return words.says[stand];
}

/** Which plan it is, its state, and when each amount is charged. */
function Standing({ subscription }: { subscription: Subscription }) {
  const { plan, next_amount } = subscription;
  const stand = standOf(subscription, serverNow());
  const says = saysOf(subscription);
  const [next, trialEnd, periodEnd, started] = [
    parseTime(subscription.next_charge_at),
    parseTime(subscription.trial_end_at),
    parseTime(subscription.current_period_end),
    parseTime(subscription.started_at),
  ];
  const isTrying = stand === 'late' || stand === 'closed';
  const first = firstOrder(subscription);
  return (
    <section className={styles.card} aria-labelledby="plan-name">
      <div className={styles.head}>
        <h2 id="plan-name">{plan.name}</h2>
        <PlanChip subscription={subscription} />
      </div>
      {says && (
        <p role="status" data-testid="subscription-says">
          {says}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact label={words.price}>{planTexts.price(plan)}</Fact>
        {next !== null && (
          <Fact label={isTrying ? words.nextTry : words.next}>
            <span data-testid="next-charge">{texts.moment(next)}</span>
          </Fact>
        )}
        {next !== null && next_amount !== null && <Fact label={words.amount}>{texts.yen(next_amount)}</Fact>}
        {stand === 'trial' && trialEnd !== null && (
          <Fact label={words.trialEnd}>{words.trialUntil(trialEnd)}</Fact>
        )}
        {stand === 'active' && periodEnd !== null && (
          <Fact label={words.periodEnd}>{words.until(periodEnd)}</Fact>
        )}
        {started !== null && <Fact label={words.started}>{texts.day(started)}</Fact>}
      </dl>
      <div className={styles.actions}>
        {first && (
          <ActionLink to={relayPath(first.id)} look="primary">
            {words.goOn}
          </ActionLink>
        )}
        {stand === 'ended' && <ActionLink to={planPath(plan)}>{words.again}</ActionLink>}
      </div>
    </section>
  );
}

function Courses({ subscription }: { subscription: Subscription }) {
  const { shown, more } = fewOf(subscription.plan.courses, 8);
  if (shown.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="plan-courses">
      <h2 id="plan-courses">{texts.courses.title}</h2>
      <ul className={styles.courses}>
        {shown.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {more > 0 && <li className={styles.small}>{texts.courses.more(more)}</li>}
      </ul>
      {isOpen(subscription, serverNow()) && (
        <div className={styles.actions}>
          <ActionLink to={paths.course()}>{words.study}</ActionLink>
        </div>
      )}
    </section>
  );
}
