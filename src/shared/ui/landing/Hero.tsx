import type { ReactNode } from 'react';
import styles from './Hero.module.css';

/** The top of a landing page: what it is, for whom, and the one thing to do next. */
export function Hero({
  eyebrow,
  heading,
  lead,
  note,
  picture,
  actions,
}: {
  eyebrow: string;
  /** Lines broken by hand, where a reader pauses. */
  heading: readonly string[];
  lead: string;
  note?: string;
  picture: ReactNode;
  actions: ReactNode;
}) {
  return (
    <section className={styles.hero}>
      <div>
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1 className={styles.heading} tabIndex={-1}>
          {heading.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </h1>
        <p className={styles.lead}>{lead}</p>
        <div className={styles.actions}>{actions}</div>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.picture}>{picture}</div>
    </section>
  );
}
