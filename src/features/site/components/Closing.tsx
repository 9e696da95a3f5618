import type { ReactNode } from 'react';
import styles from './Closing.module.css';

/** The end of a landing page: repeats the one thing to do. */
export function Closing({ heading, body, children }: { heading: string; body: string; children: ReactNode }) {
  return (
    <section className={styles.closing}>
      <h2 className={styles.heading}>{heading}</h2>
      {body && <p className={styles.body}>{body}</p>}
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
