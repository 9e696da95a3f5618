import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

/**
 * Title of a page with the controls beside it. The heading gets the focus after a navigation (see
 * app/shell/PageAnnouncer.tsx). With `inShell` it is visually hidden on phones, because the header there already shows
 * the same words.
 */
export function PageHeader({
  title,
  inShell = true,
  lead,
  actions,
}: {
  title: string;
  inShell?: boolean;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.header}>
      <h1 className={inShell ? `${styles.title} ${styles.inShell}` : styles.title} tabIndex={-1}>
        {title}
      </h1>
      {lead && <div className={styles.lead}>{lead}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
