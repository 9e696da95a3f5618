// The launch images that an iPhone or iPad shows while the installed app starts. Only models that run a current iOS.

/** A screen: its portrait size in CSS pixels, and device pixels per CSS pixel. */
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

/** One picture: its file below `public/`, its size in pixels, and the orientation of its screen. */
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

/** The pictures of a screen; tablets also have landscape ones. Empty: no model we know has this screen. */
function startPicturesOf(screen: DeviceScreen): StartPicture[] {
  const isSame = ({ width, height, ratio }: DeviceScreen) =>
    width === screen.width && height === screen.height && ratio === screen.ratio;
  if (phones.some(isSame)) return [pictureOf(screen, true)];
  return tablets.some(isSame) ? [pictureOf(screen, true), pictureOf(screen, false)] : [];
}

/** Every picture there is. */
export const startPictures: StartPicture[] = [...phones, ...tablets].flatMap(startPicturesOf);

/**
 * Tells the browser which launch images this device uses. The browser reads them when the learner adds the app to the
 * home screen, long after the page has loaded. So no page has to contain the lines of all models, which a slow phone
 * would read before it shows anything. Apple devices report their screen in portrait in every orientation.
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
