import type { ReactNode } from 'react';
import { formTexts } from '#shared/form/texts.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import styles from './AuthPage.module.css';

/** A page of the way in or of the account: its title, that it needs the network when there is none, its form or result. */
export function AuthPage({
  title,
  inShell = false,
  lead,
  children,
}: {
  title: string;
  /** Below `/mypage`: on a phone the header names the page already. */
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
