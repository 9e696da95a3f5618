import type { ReactNode } from 'react';
import { type Plan, planPageSchema } from '#contracts/shopSubscription.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { getPlans } from '#shared/lib/shop/askPlans.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import { freeDays, planNamed } from '#shared/lib/shop/plans.ts';
import { planTexts } from '#shared/lib/shop/planTexts.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';
import { PayShape } from './PayRoom.tsx';

const words = texts.plan;

/** A page on the way to a plan: which plan it is, or why it cannot be bought. `product`: from the address. */
export function PlanRoom({
  owner,
  product,
  children,
}: {
  owner: string;
  product: string;
  children: (plan: Plan) => ReactNode;
}) {
  const page = useAnswer(getPlans, keptCopy(owner, 'offers', planPageSchema));
  return (
    <MirrorView mirror={page} shape={<PayShape />}>
      {(shown) => {
        const plan = planNamed(shown, product);
        if (plan?.subscription) return <Owned subscription={plan.subscription} />;
        return plan?.is_on_sale ? children(plan) : <Gone />;
      }}
    </MirrorView>
  );
}

function Owned({ subscription }: { subscription: string }) {
  return (
    <StateCard
      picture="books"
      title={words.ownedTitle}
      testId="plan-owned"
      actions={
        <ActionLink to={paths.historySubscribe(subscription)} look="primary">
          {words.toSubscription}
        </ActionLink>
      }
    >
      {words.owned}
    </StateCard>
  );
}

function Gone() {
  return (
    <StateCard
      picture="lost"
      title={words.goneTitle}
      testId="pay-lost"
      actions={
        <ActionLink to={paths.catalogue()} look="primary">
          {words.toCatalogue}
        </ActionLink>
      }
    >
      {words.gone}
    </StateCard>
  );
}

/** What is bought and the amount of each charge, on every step (money.md 6). */
export function PlanTotal({ plan }: { plan: Plan }) {
  return (
    <div className={styles.sum} data-testid="pay-total">
      <p className={styles.goods}>{plan.name}</p>
      <p className={styles.amount}>
        <strong>{planTexts.price(plan)}</strong>
      </p>
      {freeDays(plan) > 0 && <p className={styles.later}>{words.trial(freeDays(plan))}</p>}
      <p className={styles.later}>
        {plan.interval === 'year'
          ? planTexts.renews
          : `${planTexts.renews}${planTexts.yearly(plan.yearly_price)}です。`}
      </p>
    </div>
  );
}
