import type { ReactNode } from 'react';
import { FormPage } from '#shared/form/FormPage.tsx';
import { usePageName } from '#shared/ui/pageName.ts';

/** A page of the account below the settings. It sets its own page name, because all of them share one route. */
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
    <FormPage title={title} inShell={true} lead={lead}>
      {children}
    </FormPage>
  );
}
