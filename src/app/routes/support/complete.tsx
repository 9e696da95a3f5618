import { Navigate, useLocation } from 'react-router-dom';
import { CompleteScreen } from '#features/support/components/CompleteScreen.tsx';
import { texts } from '#features/support/texts.ts';
import type { Contacted } from '#features/support/useContactForm.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { PageHeader } from '#shared/ui/PageHeader.tsx';

/** The number is in the history entry that the form made; somebody who typed the address has none. */
function readSent(state: unknown): Contacted | null {
  const { id, number, email } = (state ?? {}) as Partial<Contacted>;
  const isWhole = typeof id === 'string' && typeof number === 'string' && typeof email === 'string';
  return isWhole && number !== '' ? { id, number, email } : null;
}

/** `/contact/complete` (product.md 2.2.B); without a number it redirects to `/contact`. */
export function Component() {
  const sent = readSent(useLocation().state);
  // A prerendered page: the build knows no letter.
  if (!useIsHere()) {
    return (
      <>
        <PageHeader title={texts.contact.title} inShell={false} />
        <p role="status">{texts.complete.looking}</p>
      </>
    );
  }
  return sent ? <CompleteScreen sent={sent} /> : <Navigate to={paths.contact()} replace={true} />;
}
