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
