import { Link } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { freeDays, planPath, plansOnSale } from '#shared/lib/shop/plans.ts';
import { planTexts } from '#shared/lib/shop/planTexts.ts';
import { offerTexts as words } from '../offerTexts.ts';
import { usePlans } from '../usePlans.ts';
import styles from './Offers.module.css';
import { PlanStripShape } from './PlanStripShape.tsx';

/**
 * A short form with one line per plan, above the list of courses. Nothing if no plan is sold, or the plans are
 * not known. The server puts them into its page: what is below must not move when they come.
 */
export function PlanStrip() {
  const { data, error } = usePlans();
  if (data === undefined) return error ? null : <PlanStripShape />;
  const offered = plansOnSale(data);
  if (offered.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={words.title}>
      {offered.map((plan) => (
        <Link
          key={plan.id}
          to={plan.subscription === null ? planPath(plan) : paths.historySubscribe(plan.subscription)}
          className={styles.line}
          data-testid="plan-line"
        >
          <span className={styles.lineName}>{plan.name}</span>
          <span className={styles.small}>
            {[
              planTexts.price(plan),
              plan.subscription === null ? freeDays(plan) > 0 && planTexts.trial(freeDays(plan)) : words.has,
            ]
              .filter(Boolean)
              .join('・')}
          </span>
        </Link>
      ))}
    </section>
  );
}
