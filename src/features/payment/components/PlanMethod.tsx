import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Plan } from '#contracts/shopSubscription.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { withPlan } from '../address.ts';
import { shownMethods } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';
import { PlanTotal } from './PlanRoom.tsx';
import { Way } from './Way.tsx';

/** How a plan is paid: only by card, because it is charged repeatedly (money.md 4.14). */
export function PlanMethod({ plan }: { plan: Plan }) {
  const navigate = useNavigate();
  const isOffline = useConnectivity().state === 'offline';
  const taken = useAnswer(getPaySettings, null).data?.methods ?? null;
  const isOpen = taken === null || taken.includes('card');
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    void navigate(withPlan(paths.payment(), plan.product_id));
  };
  return (
    <form className={styles.room} onSubmit={goOn} noValidate>
      <PlanTotal plan={plan} />
      <div className={styles.card}>
        <fieldset className={styles.ways}>
          <legend className="visually-hidden">{texts.method.legend}</legend>
          {shownMethods.map((one) => (
            <Way
              key={one}
              method={one}
              closed={one !== 'card' ? texts.plan.cardOnly : isOpen ? null : texts.plan.cardPaused}
              isChosen={one === 'card' && isOpen}
              facts={texts.plan.cardFacts}
              onChoose={() => undefined}
            />
          ))}
        </fieldset>
        <div className={styles.actions}>
          <ActionButton
            type="submit"
            look="primary"
            className={styles.big}
            disabled={isOffline || !isOpen}
            data-testid="pay-next"
          >
            {texts.method.next}
          </ActionButton>
          <ActionLink to={paths.catalogue()} look="quiet">
            {texts.plan.toCatalogue}
          </ActionLink>
        </div>
      </div>
    </form>
  );
}
