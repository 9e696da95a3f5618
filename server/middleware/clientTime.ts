import { isoTime } from '#contracts/wire.ts';
import type { AppContext, Deps } from '../deps.ts';
import { invalid } from '../errors.ts';

/** Header with the device's time of the learner's intent, ISO 8601; also sent as `client_at` where there is a body. */
export const clientTimeHeader = 'X-Client-At';

/**
 * When the learner meant this change: the device's time, but never later than the server's, because a clock that
 * runs ahead would win against every later change. Without one it is now; a clock that stands before 1970 has never been
 * set, and the year 0 is in no database. 400 `validation` for something else.
 */
export function clientTime(c: AppContext, deps: Deps, field?: string): Date {
  const sent = field ?? c.req.header(clientTimeHeader);
  const now = deps.clock.now();
  if (sent === undefined) return new Date(now);
  if (!isoTime.safeParse(sent).success) throw invalid({ client_at: ['日時の形式が正しくありません。'] });
  return new Date(Math.max(0, Math.min(Date.parse(sent), now)));
}
