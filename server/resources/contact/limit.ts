import type { Deps } from '../../deps.ts';
import { assertMayMail } from '../../mail/limit.ts';

/** Inquiries of one address in a window of seconds (product.md 3.9-17). */
export const contactLimit = { max: 5, window: 3600 };

/** Counts an inquiry; each is confirmed by mail. 429 `rate`. */
export function assertMayAsk(deps: Deps, email: string): Promise<void> {
  return assertMayMail(deps.db, deps, 'contact', email, contactLimit);
}
