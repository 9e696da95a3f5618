import type { Order, OrderItem } from '#contracts/shopOrder.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { isSettled, studyPath } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

const words = texts.detail;

/**
 * The ordered items and the total; learning with a paid item can begin here. `hasMain`: the screen has another main
 * action.
 */
export function OrderItems({ order, hasMain = false }: { order: Order; hasMain?: boolean }) {
  const isPaid = isSettled(order);
  return (
    <section className={styles.card} aria-labelledby="order-items">
      <h2 id="order-items">{words.items}</h2>
      <ul className={styles.items}>
        {order.items.map((item, place) => (
          <Item key={item.id} item={item} isPaid={isPaid} isMain={!hasMain && place === 0} />
        ))}
      </ul>
      <Sums order={order} />
    </section>
  );
}

function Item({ item, isPaid, isMain }: { item: OrderItem; isPaid: boolean; isMain: boolean }) {
  const { name, unit_price, access_days, refunded, paid, inventory, exam } = item;
  // After a partial refund, access to an item has ended if the library no longer has it.
  const isGone = refunded > 0 && (refunded >= paid || inventory === null);
  return (
    <li>
      <span className={styles.name}>{name}</span>
      <span className={styles.price}>{texts.yen(unit_price)}</span>
      {access_days !== null && (
        <span className={`${styles.small} ${styles.wide}`}>{words.days(access_days)}</span>
      )}
      {refunded > 0 && <span className={`${styles.small} ${styles.wide}`}>{words.refunded(refunded)}</span>}
      {isPaid && !isGone && (
        <ActionLink
          to={studyPath(item)}
          look={isMain ? 'primary' : 'plain'}
          className={styles.start}
          aria-label={exam === null ? words.startOf(name) : words.toExamOf(name)}
          data-testid="order-start"
        >
          {exam === null ? words.start : words.toExam}
        </ActionLink>
      )}
    </li>
  );
}

function Sums({ order: { subtotal, discount, total, tax_included, coupon } }: { order: Order }) {
  return (
    <dl className={styles.sums} aria-label={words.sums}>
      {discount > 0 && (
        <>
          <div>
            <dt>{words.subtotal}</dt>
            <dd>{texts.yen(subtotal)}</dd>
          </div>
          <div>
            <dt>{words.discount(coupon?.name ?? '')}</dt>
            <dd>{texts.minus(discount)}</dd>
          </div>
        </>
      )}
      <div className={styles.total}>
        <dt>{words.total}</dt>
        <dd data-testid="order-total">{texts.yen(total)}</dd>
      </div>
      <div className={styles.small}>
        <dt>{words.tax(tax_included)}</dt>
        <dd />
      </div>
    </dl>
  );
}
