import type { ReactNode } from 'react';
import styles from './layouts.module.css';

/** Layout `lecture` (specification.md 2): player and table of contents side by side, as wide as the screen allows. */
export function LectureLayout({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>;
}
