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
import { queryOf, type Stand, waitingOrders } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './UnpaidOrders.module.css';

const words = texts.unpaid;

/** The title over orders of which some can be paid, and some wait for a guardian's answer. */
function titleOf(stands: readonly Stand[]): string {
  const asked = stands.filter((stand) => stand === 'guardian').length;
  if (asked === 0) return words.title;
  return asked === stands.length ? words.asked : words.mixed;
}

/**
 * On `/mypage`: orders that still have to be paid or agreed to, with their deadlines (product.md 2.3.E). Nothing while
 * there is none; `shape` until that is known.
 */
export function UnpaidOrders({ owner, shape }: { owner: string; shape: ReactNode }) {
  const query = queryOf('purchase');
  const { data, isPending } = useAnswer(
    (options) => getOrders(query, options),
    keptCopy(owner, `orders.${query}`, orderPageSchema),
  );
  const open = waitingOrders(data?.results ?? [], now());
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
        {titleOf(open.map(({ stand }) => stand))}
      </h2>
      <ul>
        {open.slice(0, 3).map(({ order, stand }) => (
          <li key={order.id}>
            <Row order={order} stand={stand} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the order waits for, and until when; in lines. */
function linesOf(order: Order, stand: Stand): string[] {
  const { payment, guardian, total } = order;
  const until = parseTime(guardian?.until);
  if (stand === 'guardian') return [words.guardian(until === null ? '' : texts.moment(until))];
  const due = stand === 'approved' ? until : parseTime(payment.due_at);
  const rest = payment.rest || total;
  const sum = due === null ? words.total(rest) : words.due(texts.moment(due), rest);
  if (stand === 'approved') return [words.approved, sum];
  return stand === 'going' ? [words.going, sum] : [sum];
}

function Row({ order, stand }: { order: Order; stand: Stand }) {
  const [first] = order.items;
  return (
    <Link to={paths.historyDetail(order.id)} className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>
          {first ? texts.goods(first.name, order.items.length - 1) : order.order_no}
        </span>
        {linesOf(order, stand).map((line) => (
          <span key={line} className={styles.small}>
            {line}
          </span>
        ))}
      </span>
      <IconChevronRight size={20} className={styles.icon} aria-hidden="true" />
    </Link>
  );
}
