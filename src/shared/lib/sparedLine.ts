import { session } from './session/session.ts';

/** What browsers of the Chromium family tell about the line; others tell nothing. */
export type Line = { saveData?: boolean; type?: string };

/** Whether nothing may be fetched ahead: the device saves data, or the learner wants Wi-Fi and this is none. */
export function isSpared(line: Line | undefined, wifiOnly: boolean): boolean {
  if (!line) return false;
  return line.saveData === true || (wifiOnly && line.type === 'cellular');
}

/** The same for the present line and learner (product.md 2.1 User.preference.wifi_only). */
export function isLineSpared(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return isSpared(connection, session.getSnapshot().user?.preference?.wifi_only ?? false);
}
