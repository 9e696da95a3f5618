// The pictures an iPhone or iPad shows while the installed app starts. Only those models that run an iOS of today.

/** A screen: its size upright in CSS pixels, and device pixels per CSS pixel. */
type DeviceScreen = { width: number; height: number; ratio: number };

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

/** One picture: its file below `public/`, its size in pixels, and how the screen it is for is held. */
type StartPicture = {
  file: string;
  width: number;
  height: number;
  orientation: 'portrait' | 'landscape';
};

function pictureOf({ width, height, ratio }: DeviceScreen, isUpright: boolean): StartPicture {
  const [long, short] = [height * ratio, width * ratio];
  const size = isUpright ? { width: short, height: long } : { width: long, height: short };
  return {
    file: `splash/${size.width}x${size.height}.png`,
    ...size,
    orientation: isUpright ? 'portrait' : 'landscape',
  };
}

/** The pictures of a screen; tablets are also held sideways. None: no model we know has such a screen. */
function startPicturesOf(screen: DeviceScreen): StartPicture[] {
  const isSame = ({ width, height, ratio }: DeviceScreen) =>
    width === screen.width && height === screen.height && ratio === screen.ratio;
  if (phones.some(isSame)) return [pictureOf(screen, true)];
  return tablets.some(isSame) ? [pictureOf(screen, true), pictureOf(screen, false)] : [];
}

/** Every picture there is. */
export const startPictures: StartPicture[] = [...phones, ...tablets].flatMap(startPicturesOf);

/**
 * Tells the browser which pictures this device shows while the installed app starts. It reads them when the learner
 * puts the app on the home screen, long after the page has come: no page has to bring the lines of all models, which a
 * slow phone reads before it shows anything. Apple's devices name their screen upright however they are held.
 */
export function offerStartPictures(): void {
  const { width, height } = screen;
  const links = startPicturesOf({ width, height, ratio: devicePixelRatio }).map(({ file, orientation }) =>
    Object.assign(document.createElement('link'), {
      rel: 'apple-touch-startup-image',
      href: `/${file}`,
      media: `(orientation:${orientation})`,
    }),
  );
  document.head.append(...links);
}
