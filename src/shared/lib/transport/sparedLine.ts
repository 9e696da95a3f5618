import { session } from '../account/session.ts';

/** What Chromium browsers tell about the connection; other browsers tell nothing. */
export type Line = { saveData?: boolean; type?: string };

/** Whether nothing may be prefetched: the device saves data, or the learner allows only Wi-Fi and this is not Wi-Fi. */
export function isSpared(line: Line | undefined, wifiOnly: boolean): boolean {
  if (!line) return false;
  return line.saveData === true || (wifiOnly && line.type === 'cellular');
}

/** The device's current connection, as far as the browser tells. */
export function lineNow(): Line | undefined {
  return (navigator as Navigator & { connection?: Line }).connection;
}

/**
 * The same for the current connection and the preference in the user record (product.md 2.1 User.preference.wifi_only),
 * for pages without the learner's database; pages with it use learnerLine.ts.
 */
export function isLineSpared(): boolean {
  return isSpared(lineNow(), session.getSnapshot().user?.preference?.wifi_only ?? false);
}
