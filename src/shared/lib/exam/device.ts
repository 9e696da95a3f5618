import { deviceId } from '../storage/deviceId.ts';

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

/** What a learner calls the device an exam is taken on. An iPad calls itself a Mac, hence the touch points. */
export function deviceLabel(userAgent: string, touchPoints: number): string {
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'iPad';
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'ほかの端末';
}

/** This device, as the server tells devices apart (exams.md 3.4). */
export async function thisDevice(): Promise<{ device_id: string; device_label: string }> {
  const label = deviceLabel(navigator.userAgent, navigator.maxTouchPoints);
  return { device_id: await deviceId(), device_label: label };
}
