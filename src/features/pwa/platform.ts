import { isStandalone } from '#shared/lib/pages/standalone.ts';

/** The platforms that differ in how the app is installed (product.md 0.2.9). */
export type Platform =
  | 'installed'
  | 'ios-safari'
  | 'ios-other'
  | 'android-chrome'
  | 'android-edge'
  | 'android-samsung'
  | 'android-firefox'
  | 'desktop-chromium'
  | 'desktop-safari'
  | 'none';

/** The browser properties that decide. */
export type PlatformFacts = { userAgent: string; touchPoints: number; isStandalone: boolean };

/** Browsers inside other apps (LINE, Instagram, …) cannot install anything. */
const inApp = /\bLine\/|Instagram|FBAN|FBAV|FB_IAB|MicroMessenger|; wv\)|YJApp|GSA\//;

/** Finds the platform from the browser. An iPad calls itself a Mac; every Chromium also calls itself Safari. */
export function platformOf({ userAgent, touchPoints, isStandalone }: PlatformFacts): Platform {
  if (isStandalone) return 'installed';
  if (inApp.test(userAgent)) return 'none';
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) {
    return /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|Brave/.test(userAgent) ? 'ios-other' : 'ios-safari';
  }
  if (/Android/.test(userAgent)) return androidOf(userAgent);
  if (/Firefox/.test(userAgent)) return 'none';
  if (/Chrome|Edg\//.test(userAgent)) return 'desktop-chromium';
  return /Macintosh.*Safari/.test(userAgent) ? 'desktop-safari' : 'none';
}

function androidOf(userAgent: string): Platform {
  if (/SamsungBrowser/.test(userAgent)) return 'android-samsung';
  if (/Firefox/.test(userAgent)) return 'android-firefox';
  if (/EdgA/.test(userAgent)) return 'android-edge';
  return /Chrome/.test(userAgent) ? 'android-chrome' : 'none';
}

/** The platform of this window. */
export function readPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  return platformOf({ userAgent, touchPoints: maxTouchPoints, isStandalone: isStandalone() });
}
