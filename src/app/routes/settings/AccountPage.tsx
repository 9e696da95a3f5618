import type { ReactNode } from 'react';
import { usePageName } from '#shared/ui/pageName.ts';
import { AuthPage } from '../auth/AuthPage.tsx';

/** A page of the account below the settings: names itself, because all of them are one route. */
export function AccountPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  usePageName(title);
  return (
    <AuthPage title={title} inShell={true} lead={lead}>
      {children}
    </AuthPage>
  );
}
