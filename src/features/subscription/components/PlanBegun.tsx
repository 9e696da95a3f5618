import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { useSubscription } from '../useSubscription.ts';
import styles from './Subscription.module.css';

const words = texts.begun;

/**
 * The new contract, on the page after the order: until when it is free, the date and amount of the next charge, how to
 * stop it (product.md 2.2.D). Without an answer it shows only the text that was agreed to.
 */
export function PlanBegun({ owner, id }: { owner: string; id: string }) {
  const { data } = useSubscription(owner, id);
  if (!data) return null;
  const [trialEnd, next] = [parseTime(data.trial_end_at), parseTime(data.next_charge_at)];
  const isTrial = data.status === 'trialing' && trialEnd !== null;
  return (
    <div className={styles.begun} data-testid="plan-begun">
      <dl className={styles.facts}>
        {isTrial && (
          <div className={styles.fact}>
            <dt>{words.trialEnd}</dt>
            <dd>{texts.status.trialUntil(trialEnd)}</dd>
          </div>
        )}
        {next !== null && (
          <div className={styles.fact}>
            <dt>{isTrial ? words.first : words.next}</dt>
            <dd data-testid="next-charge">{words.nextLine(next, data.next_amount ?? data.plan.price)}</dd>
          </div>
        )}
      </dl>
      <p>{words.stopBody}</p>
      <div className={styles.actions}>
        <ActionLink to={paths.historySubscribe(id)} data-testid="to-subscription">
          {words.manage}
        </ActionLink>
      </div>
    </div>
  );
}
