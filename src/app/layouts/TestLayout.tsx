import type { ReactNode } from 'react';
import styles from './layouts.module.css';

/** Layout `test` (specification.md 2): a test being taken, with room for its own bar. */
export function TestLayout({ children }: { children: ReactNode }) {
  return <div className={styles.bare}>{children}</div>;
}
