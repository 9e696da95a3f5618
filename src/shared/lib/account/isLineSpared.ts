import { isSpared, lineNow } from '../transport/line.ts';
import { session } from './session.ts';

/**
 * Whether nothing may be prefetched on the current connection, by the preference in the user record (product.md 2.1
 * User.preference.wifi_only): for pages without the learner's database; pages with it use learnerLine.ts.
 */
export function isLineSpared(): boolean {
  return isSpared(lineNow(), session.getSnapshot().user?.preference?.wifi_only ?? false);
}
