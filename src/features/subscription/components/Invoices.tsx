import { Link } from 'react-router-dom';
import type { Order } from '#contracts/shopOrder.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { texts } from '../texts.ts';
import styles from './Subscription.module.css';

const words = texts.invoices;

/** The charges so far, each with a link to its receipt. */
export function Invoices({ orders }: { orders: readonly Order[] }) {
  return (
    <section className={styles.card} aria-labelledby="invoices-title">
      <h2 id="invoices-title">{words.title}</h2>
      {orders.length === 0 && <p>{words.none}</p>}
      <ul className={styles.invoices}>
        {orders.map((order) => (
          <Invoice key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

function Invoice({ order }: { order: Order }) {
  const at = parseTime(order.paid_at) ?? parseTime(order.created);
  const date = at === null ? order.order_no : texts.day(at);
  const isTrial = order.kind === 'trial' && order.total === 0;
  return (
    <li data-testid="invoice-row">
      <Link to={paths.historyDetail(order.id)} aria-label={words.open(date)}>
        {date}
      </Link>
      <span>{isTrial && order.status === 'paid' ? words.free : texts.yen(order.total)}</span>
      <span className={styles.small}>{words.stands[order.status] ?? words.checking}</span>
    </li>
  );
}
