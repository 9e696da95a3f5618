import type { ReactNode } from 'react';
import styles from './layouts.module.css';

/** Layout `lecturev2` (specification.md 2): the focus view, from edge to edge. */
export function LectureV2Layout({ children }: { children: ReactNode }) {
  return <div className={styles.focus}>{children}</div>;
}
