import type { ReactNode } from 'react';
import type { PageWidth } from '#shared/lib/pages/pageRow.ts';
import styles from './layouts.module.css';

const classes = { reading: styles.reading, page: styles.mypage, full: undefined } as const;

/**
 * Layout `default` (specification.md 2): public pages, login, settings. One column unless the route wants more room.
 */
export function DefaultLayout({ width = 'reading', children }: { width?: PageWidth; children: ReactNode }) {
  return <div className={classes[width]}>{children}</div>;
}
