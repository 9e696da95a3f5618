import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { askedPrice } from '../model.ts';
import { texts } from '../texts.ts';
import { type Changing, focusTitle, useAct } from '../useAct.ts';
import styles from './Subscription.module.css';

const words = texts.price;

/** A new price: it is charged only after the owner agrees here; otherwise the contract ends (money.md 4.15). */
export function PriceConsent(changing: Changing) {
  const { subscription, isOffline } = changing;
  const { isBusy, failure, run } = useAct(changing);
  const asked = askedPrice(subscription);
  if (!asked) return null;
  const from = parseTime(asked.from);
  const agree = async () => {
    if (!(await run({ kind: 'price', body: { price: asked.price, agree: true } }))) return;
    blueAlert.show(words.agreed);
    focusTitle();
  };
  return (
    <section className={styles.warn} aria-labelledby="price-title" data-testid="price-consent">
      <h2 id="price-title">{words.title}</h2>
      <SummaryBox title={words.failed} failure={failure} testId="price-error" />
      <p className={styles.strong}>
        {words.body(subscription.plan.price, asked.price, from === null ? words.fromNext : texts.day(from))}
      </p>
      <p>{words.choice}</p>
      <div className={styles.actions}>
        <ActionButton disabled={isBusy || isOffline} onClick={() => void agree()} data-testid="price-agree">
          {isBusy ? texts.working : words.agree(asked.price)}
        </ActionButton>
      </div>
    </section>
  );
}
