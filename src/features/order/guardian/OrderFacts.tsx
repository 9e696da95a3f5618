import type { GuardianOrderView } from '#contracts/shopGuardian.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import styles from '../components/Order.module.css';
import { texts as orderTexts } from '../texts.ts';
import { texts } from './texts.ts';

/** Who ordered, what is in the order and what it costs, for the head of a guardian's page. */
export function OrderFacts({ order }: { order: GuardianOrderView }) {
  const until = parseTime(order.until);
  return (
    <section className={styles.card} aria-label={texts.ask.confirm} data-testid="guardian-order">
      <p>{texts.pay.lead(order.learner_name)}</p>
      <ul className={styles.notes}>
        {order.items.map(({ name, paid }) => (
          <li key={name}>{`${name} ${orderTexts.yen(paid)}`}</li>
        ))}
      </ul>
      <p className={styles.fact}>
        <span className={styles.name}>{texts.ask.total}</span>
        <span className={styles.big}>{orderTexts.yen(order.total)}</span>
      </p>
      <p className={styles.small}>
        {`${texts.ask.number} `}
        <span data-testid="order-number">{order.order_no}</span>
      </p>
      {order.is_test && <p className={styles.small}>{orderTexts.test}</p>}
      {until !== null && <p className={styles.small}>{texts.pay.until(until)}</p>}
    </section>
  );
}
