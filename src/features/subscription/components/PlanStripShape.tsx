import styles from './Offers.module.css';

/** Reserves the space of the strip while it is loading: what is below must not move (performance.md 3). */
export function PlanStripShape() {
  return <div className={styles.strip} />;
}
