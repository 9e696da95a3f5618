import { Navigate, useLocation } from 'react-router-dom';
import { CompleteScreen } from '#features/support/components/CompleteScreen.tsx';
import type { Contacted } from '#features/support/useContactForm.ts';
import { paths } from '#shared/lib/paths.ts';

/** The number lies in the history entry that the form has made; there is none for who typed the address. */
function readSent(state: unknown): Contacted | null {
  const { id, number, email } = (state ?? {}) as Partial<Contacted>;
  const isWhole = typeof id === 'string' && typeof number === 'string' && typeof email === 'string';
  return isWhole && number !== '' ? { id, number, email } : null;
}

/** `/contact/complete` (product.md 2.2 B); without a number it is `/contact`. */
export function Component() {
  const sent = readSent(useLocation().state);
  return sent ? <CompleteScreen sent={sent} /> : <Navigate to={paths.contact()} replace={true} />;
}
