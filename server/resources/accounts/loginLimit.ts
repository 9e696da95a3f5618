import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { rateLimits } from '../../db/schema/system.ts';
import { ApiError } from '../../errors.ts';
import { countCall } from '../../middleware/rateLimit.ts';

/** Wrong passwords allowed per e-mail and caller in one window of seconds (product.md 3.9-17). */
export const loginLimit = { max: 5, window: 15 * 60 };

/** Name of the counter of one e-mail from one address; holds no personal data. */
export function loginKey(email: string, ip: string): string {
  return `login:${createHash('sha256').update(`${email}\n${ip}`).digest('base64url')}`;
}

function locked(resetsIn: number): ApiError {
  const seconds = Math.max(1, Math.ceil(resetsIn / 1000));
  const minutes = Math.ceil(seconds / 60);
  const detail = `ログインを一時停止しました。${minutes}分後にお試しいただくか、パスワードを再設定してください。`;
  return new ApiError(429, 'rate', detail, { retry_after: seconds });
}

/** Throws 429 `rate` while the limit is used up; else answers whether anything is counted. */
export async function assertNotLocked(db: Db, key: string, now: number): Promise<boolean> {
  const rows = await db.select().from(rateLimits).where(eq(rateLimits.key, key)).limit(1);
  const row = rows[0];
  if (!row) return false;
  const resetsIn = row.resets.getTime() - now;
  if (row.count >= loginLimit.max && resetsIn > 0) throw locked(resetsIn);
  return true;
}

/** Counts a wrong password; throws 429 when more came in together than are allowed. */
export async function countFailure(db: Db, key: string, now: number): Promise<void> {
  const usage = await countCall(db, key, loginLimit.window, now);
  if (usage.count > loginLimit.max) throw locked(usage.resetsIn);
}

/** A right password starts the count anew. */
export async function clearFailures(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}
