// The pictures an iPhone or iPad shows while the installed app starts. Only those models that run an iOS of today.

/** A screen: its size upright in CSS pixels, and device pixels per CSS pixel. */
type DeviceScreen = { width: number; height: number; ratio: 2 | 3 };

const phones: DeviceScreen[] = [
  { width: 375, height: 667, ratio: 2 },
  { width: 375, height: 812, ratio: 3 },
  { width: 390, height: 844, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 414, height: 896, ratio: 2 },
  { width: 414, height: 896, ratio: 3 },
  { width: 420, height: 912, ratio: 3 },
  { width: 428, height: 926, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 440, height: 956, ratio: 3 },
];
const tablets: DeviceScreen[] = [
  { width: 744, height: 1133, ratio: 2 },
  { width: 768, height: 1024, ratio: 2 },
  { width: 810, height: 1080, ratio: 2 },
  { width: 820, height: 1180, ratio: 2 },
  { width: 834, height: 1112, ratio: 2 },
  { width: 834, height: 1194, ratio: 2 },
  { width: 834, height: 1210, ratio: 2 },
  { width: 1024, height: 1366, ratio: 2 },
  { width: 1032, height: 1376, ratio: 2 },
];

/** One picture: its file below `public/`, its size in pixels, and the screens it is for. */
export type Splash = { file: string; width: number; height: number; media: string };

function splash({ width, height, ratio }: DeviceScreen, isUpright: boolean): Splash {
  const [long, short] = [height * ratio, width * ratio];
  const size = isUpright ? { width: short, height: long } : { width: long, height: short };
  // Apple's devices always name their size upright here.
  const media = `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${ratio}) and (orientation:${isUpright ? 'portrait' : 'landscape'})`;
  return { file: `splash/${size.width}x${size.height}.png`, ...size, media };
}

/** Every picture; tablets are also held sideways. */
export const splashScreens: Splash[] = [
  ...[...phones, ...tablets].map((screen) => splash(screen, true)),
  ...tablets.map((screen) => splash(screen, false)),
];
