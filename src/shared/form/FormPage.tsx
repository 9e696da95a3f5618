import type { ReactNode } from 'react';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import styles from './FormPage.module.css';
import { formTexts } from './texts.ts';

/**
 * A page with a form, for login, sign-up or account: its title, a note when there is no network, its form or result.
 */
export function FormPage({
  title,
  inShell = false,
  lead,
  children,
}: {
  title: string;
  /** Below `/mypage`: on a phone the header already names the page. */
  inShell?: boolean;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const { state, isCaptive } = useConnectivity();
  return (
    <div className={styles.page}>
      <PageHeader title={title} inShell={inShell} lead={lead} />
      {state === 'offline' && (
        <p className={styles.note}>{isCaptive ? formTexts.captive : formTexts.online}</p>
      )}
      {children}
    </div>
  );
}
