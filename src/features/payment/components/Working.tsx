import type { ReactNode } from 'react';
import styles from './Payment.module.css';

/** Something is in progress and nobody can speed it up. */
export function Working({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.working} data-testid="pay-working">
      <div className={styles.wheel} aria-hidden="true" />
      <div role="status">
        <h1 tabIndex={-1}>{title}</h1>
        <p>{children}</p>
      </div>
    </div>
  );
}
