import type { ReactNode } from 'react';
import styles from './layouts.module.css';

/** Layout `mypage` (specification.md 2): most member pages. */
export function MypageLayout({ children }: { children: ReactNode }) {
  return <div className={styles.mypage}>{children}</div>;
}
