import { IconChevronRight, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Order, orderPageSchema } from '#contracts/shopOrder.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { useKeptRoom } from '#shared/ui/keptRoom.ts';
import { getOrders } from '../api.ts';
import { queryOf, standOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './UnpaidOrders.module.css';

const words = texts.unpaid;
const waiting = ['store', 'transfer', 'part', 'failed'];

/**
 * On `/mypage`: orders that still have to be paid, with their deadlines (product.md 2.3.E). Nothing while there is
 * none; `shape` until that is known.
 */
export function UnpaidOrders({ owner, shape }: { owner: string; shape: ReactNode }) {
  const query = queryOf('purchase');
  const { data, isPending } = useAnswer(
    (options) => getOrders(query, options),
    keptCopy(owner, `orders.${query}`, orderPageSchema),
  );
  const open = data?.results.filter((order) => waiting.includes(standOf(order, now()))) ?? [];
  const section = useKeptRoom('unpaid', data && open.length);
  if (open.length === 0) return isPending ? shape : null;
  return (
    <section
      ref={section}
      className={styles.alert}
      aria-labelledby="unpaid-title"
      data-testid="unpaid-orders"
    >
      <h2 id="unpaid-title">
        <IconClock size={22} className={styles.clock} aria-hidden="true" />
        {words.title}
      </h2>
      <ul>
        {open.slice(0, 3).map((order) => (
          <li key={order.id}>
            <Row order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ order }: { order: Order }) {
  const due = parseTime(order.payment.due_at);
  const [first] = order.items;
  const rest = order.payment.rest || order.total;
  return (
    <Link to={paths.historyDetail(order.id)} className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>
          {first ? texts.goods(first.name, order.items.length - 1) : order.order_no}
        </span>
        <span className={styles.small}>
          {due === null ? words.total(rest) : words.due(texts.moment(due), rest)}
        </span>
      </span>
      <IconChevronRight size={20} className={styles.icon} aria-hidden="true" />
    </Link>
  );
}
