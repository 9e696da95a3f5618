import type { Cart } from '#contracts/shopCart.ts';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';

/** The items and the total, on every step: nobody learns the price only at the end (money.md 6). */
export function CartTotal({ cart: { items, total, tax_included } }: { cart: Cart }) {
  const isRenewed = items.some((item) => item.is_subscription);
  return (
    <div className={styles.sum} data-testid="pay-total">
      <p className={styles.goods}>{texts.goods(items[0]?.name ?? '', items.length - 1)}</p>
      <p className={styles.amount}>
        <span>{texts.total}</span>
        <strong>{texts.yen(total)}</strong>
      </p>
      <p className={styles.tax}>{texts.tax(tax_included)}</p>
      {isRenewed && <p className={styles.later}>{texts.laterCharges}</p>}
    </div>
  );
}
