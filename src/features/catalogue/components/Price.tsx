import { texts } from '../texts.ts';
import styles from './Price.module.css';

/** What a course costs, tax included; nothing when the server names no price. */
export function Price({
  course: { price },
  isLarge = false,
}: {
  course: { price: number | null };
  isLarge?: boolean;
}) {
  if (price === null) return null;
  return (
    <p className={isLarge ? `${styles.price} ${styles.large}` : styles.price}>
      <strong>{texts.price(price)}</strong>
      <span className={styles.tax}>{texts.taxIncluded}</span>
    </p>
  );
}
