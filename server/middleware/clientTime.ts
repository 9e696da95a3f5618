import { isoTime } from '#contracts/wire.ts';
import type { AppContext, Deps } from '../deps.ts';
import { invalid } from '../errors.ts';

/** Header with the device's time of the learner's intent, ISO 8601; also sent as `client_at` where there is a body. */
export const clientTimeHeader = 'X-Client-At';

/**
 * When the learner made this change: the device's time, but never later than the server's, because a clock that runs
 * ahead would win against every later change. Without a time it is now. A time before 1970 becomes 1970: such a clock
 * was never set, and the database has no year 0. 400 `validation` for anything else.
 */
export function clientTime(c: AppContext, deps: Deps, field?: string): Date {
  const sent = field ?? c.req.header(clientTimeHeader);
  const now = deps.clock.now();
  if (sent === undefined) return new Date(now);
  if (!isoTime.safeParse(sent).success) throw invalid({ client_at: ['日時の形式が正しくありません。'] });
  return new Date(Math.max(0, Math.min(Date.parse(sent), now)));
}
