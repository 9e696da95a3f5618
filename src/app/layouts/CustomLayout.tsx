import type { ReactNode } from 'react';
import styles from './layouts.module.css';

/** Layout `custom` (specification.md 2): pages for taking an exam, with nothing around them that leads away. */
export function CustomLayout({ children }: { children: ReactNode }) {
  return <div className={styles.bare}>{children}</div>;
}
