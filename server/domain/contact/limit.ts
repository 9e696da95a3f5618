import type { AppContext, Deps } from '../../deps.ts';
import { assertMayMail } from '../../mail/limit.ts';

/** Inquiries of one member, or of one guest for one address, in a window of seconds (product.md 3.9.17). */
export const contactLimit = { max: 5, window: 3600 };

/** Counts an inquiry; each is confirmed by mail. 429 `rate`. */
export function assertMayAsk(c: AppContext, deps: Deps, email: string): Promise<void> {
  return assertMayMail(c, deps, 'contact', email, contactLimit);
}
