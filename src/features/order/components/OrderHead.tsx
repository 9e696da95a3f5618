import type { Order } from '#contracts/shopOrder.ts';
import { now } from '#shared/lib/time/clock.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { type Stand, standOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

const tones: Partial<Record<Stand, 'blue' | 'orange' | 'red'>> = {
  guardian: 'orange',
  approved: 'orange',
  checking: 'orange',
  going: 'orange',
  store: 'orange',
  transfer: 'orange',
  part: 'orange',
  overdue: 'red',
  failed: 'red',
  paid: 'blue',
  free: 'blue',
};

/** The state of an order, in one word. */
export function StandChip({ order }: { order: Order }) {
  const stand = standOf(order, now());
  return (
    <span data-testid="order-status">
      <Chip tone={tones[stand] ?? 'plain'}>{texts.stands[stand]}</Chip>
    </span>
  );
}

/** The state of an order and its number, for the head of a page about it. */
export function OrderHead({ order }: { order: Order }) {
  return (
    <div className={styles.head}>
      <StandChip order={order} />
      <span className={styles.small}>
        {`${texts.orderNo} `}
        <span data-testid="order-number">{order.order_no}</span>
      </span>
      {order.is_test && <span className={styles.small}>{texts.test}</span>}
    </div>
  );
}
