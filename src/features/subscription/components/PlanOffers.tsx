import type { Plan } from '#contracts/shopSubscription.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { freeDays, planPath, plansOnSale } from '#shared/lib/shop/plans.ts';
import { planTexts } from '#shared/lib/shop/planTexts.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { fewOf } from '../model.ts';
import { offerTexts as words } from '../offerTexts.ts';
import { texts } from '../texts.ts';
import { usePlans } from '../usePlans.ts';
import styles from './Offers.module.css';

/** The plans with everything to know before choosing one; a section of the page for parents. */
export function PlanOffers() {
  const plans = usePlans();
  return (
    <MirrorView
      mirror={plans}
      shape={<Skeleton height="16rem" radius="1rem" />}
      isEmpty={(page) => plansOnSale(page).length === 0}
      empty={<p className={styles.none}>{words.none}</p>}
    >
      {(page) => (
        <>
          {plans.isStale && <ListStatus mirror={plans} />}
          <ul className={styles.offers}>
            {plansOnSale(page).map((plan) => (
              <li key={plan.id}>
                <Offer plan={plan} />
              </li>
            ))}
          </ul>
        </>
      )}
    </MirrorView>
  );
}

function Offer({ plan }: { plan: Plan }) {
  const { name, description, interval, yearly_price, courses, subscription } = plan;
  const { shown, more } = fewOf(courses, 6);
  return (
    <article className={styles.offer} data-testid="plan-offer">
      <h3>{name}</h3>
      <p className={styles.price}>{planTexts.price(plan)}</p>
      {freeDays(plan) > 0 && (
        <p>
          <strong>{planTexts.trial(freeDays(plan))}</strong>
          {`。${words.freeCancel}`}
        </p>
      )}
      <p className={styles.small}>
        {interval === 'year'
          ? planTexts.renews
          : `${planTexts.renews}${planTexts.yearly(yearly_price)}です。`}
        {planTexts.stop}
      </p>
      {description && <p>{description}</p>}
      {courses.length > 0 && (
        <>
          <p className={styles.count}>{words.courses(courses.length)}</p>
          <ul className={styles.courses}>
            {shown.map((course) => (
              <li key={course.id}>{course.name}</li>
            ))}
            {more > 0 && <li>{texts.courses.more(more)}</li>}
          </ul>
        </>
      )}
      <Way plan={plan} subscription={subscription} />
    </article>
  );
}

function Way({ plan, subscription }: { plan: Plan; subscription: string | null }) {
  if (subscription !== null) {
    return (
      <p className={styles.has}>
        <span>{words.has}</span>
        <ActionLink to={paths.historySubscribe(subscription)}>{words.toSubscription}</ActionLink>
      </p>
    );
  }
  return (
    <ActionLink to={planPath(plan)} aria-label={words.applyOf(plan.name)} data-testid="plan-apply">
      {words.apply}
    </ActionLink>
  );
}
