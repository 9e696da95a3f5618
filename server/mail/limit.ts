import { createHash } from 'node:crypto';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { rateLimited } from '../errors.ts';
import { countCall } from '../middleware/rateLimit.ts';

/** Mails of one kind that one address may be sent in a window of seconds (product.md 3.9-17). */
export const mailLimit = { max: 5, window: 86_400 };

/**
 * Counts a mail before it is written, for known and unknown addresses alike; 429 `rate` when the address has had
 * enough for today. Call it outside of the transaction that writes the mail: a refused one counts too.
 */
export async function assertMayMail(
  db: Db,
  deps: Deps,
  kind: string,
  address: string,
  limit = mailLimit,
): Promise<void> {
  const hash = createHash('sha256').update(address).digest('base64url');
  const usage = await countCall(db, `mail:${kind}:${hash}`, limit.window, deps.clock.now());
  if (usage.count > limit.max) throw rateLimited(usage.resetsIn / 1000);
}

/** An address as it may be shown to who typed it in: `h*****@example.jp`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}*****${email.slice(at)}`;
}
