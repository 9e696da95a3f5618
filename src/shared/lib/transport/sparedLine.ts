import { session } from '../account/session.ts';

/** What browsers of the Chromium family tell about the line; others tell nothing. */
export type Line = { saveData?: boolean; type?: string };

/** Whether nothing may be fetched ahead: the device saves data, or the learner wants Wi-Fi and this is none. */
export function isSpared(line: Line | undefined, wifiOnly: boolean): boolean {
  if (!line) return false;
  return line.saveData === true || (wifiOnly && line.type === 'cellular');
}

/** The line this device is on, as far as its browser tells. */
export function lineNow(): Line | undefined {
  return (navigator as Navigator & { connection?: Line }).connection;
}

/**
 * The same for the present line and what the server knows of the learner (product.md 2.1 User.preference.wifi_only),
 * for pages that do not open the learner's database; what does asks learnerLine.ts.
 */
export function isLineSpared(): boolean {
  return isSpared(lineNow(), session.getSnapshot().user?.preference?.wifi_only ?? false);
}
