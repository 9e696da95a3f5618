import { deviceId } from '../db/deviceId.ts';

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Androidスマホ'],
  [/Android/, 'Androidタブレット'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windowsパソコン'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linuxパソコン'],
];

/** A name for the device that its owner recognises. An iPad identifies itself as a Mac, so touch points are checked. */
export function deviceLabel(userAgent: string, touchPoints: number): string {
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'iPad';
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'ほかの端末';
}

/** Identity of this device for the server (exams.md 3.4). */
export async function thisDevice(): Promise<{ device_id: string; device_label: string }> {
  const label = deviceLabel(navigator.userAgent, navigator.maxTouchPoints);
  return { device_id: await deviceId(), device_label: label };
}
