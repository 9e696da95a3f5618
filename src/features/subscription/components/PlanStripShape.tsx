import styles from './Offers.module.css';

/** The room of the strip while it is on its way: what is below must not move (performance.md 3). */
export function PlanStripShape() {
  return <div className={styles.strip} />;
}
