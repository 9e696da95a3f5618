import { paths } from '#shared/lib/pages/paths.ts';
import { texts } from './texts.ts';

/** Why somebody is asked to log in, by the page they wanted (an address of the app); `null`: they came by themselves. */
export function loginReason(wanted: string | null): string | undefined {
  if (wanted === null) return undefined;
  const [path] = wanted.split('?');
  // The cart goes on to the payment by itself.
  const isBuying = path === paths.cart() || path === paths.paymentMethod();
  return isBuying ? texts.reasonBuying : texts.reasonWanted;
}
