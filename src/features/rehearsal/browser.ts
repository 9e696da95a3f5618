import { oldestBrowsers } from '#features/rehearsal/browserTarget.ts';
import type { Environment } from '#features/rehearsal/environmentCode.ts';

/** What the browser says about itself. An iPad calls itself a Mac, so the touch points decide. */
export type BrowserFacts = { userAgent: string; touchPoints: number };

/** Which browser this is, as far as it matters for an exam. */
export type Browser = Pick<Environment, 'device' | 'system' | 'browser'> & {
  /** The usual name; empty: unknown. */
  name: string;
  systemName: string;
  /** Main version of its engine; on an iPhone that of iOS, whatever the browser; `null`: not told. */
  version: number | null;
  /** Inside another app (LINE, Instagram, …), which may close it at any time. */
  isInApp: boolean;
  /** Whether the app supports this version; `null`: unknown. */
  isSupported: boolean | null;
};

const inApp = /\bLine\/|Instagram|FBAN|FBAV|FB_IAB|MicroMessenger|; wv\)|YJApp|GSA\//;

function isApple({ userAgent, touchPoints }: BrowserFacts): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

function systemOf(facts: BrowserFacts): Pick<Browser, 'system' | 'systemName' | 'device'> {
  const { userAgent } = facts;
  if (isApple(facts)) {
    const isPhone = /iPhone|iPod/.test(userAgent);
    return { system: 'ios', systemName: isPhone ? 'iPhone' : 'iPad', device: isPhone ? 'phone' : 'tablet' };
  }
  if (/Android/.test(userAgent))
    return {
      system: 'android',
      systemName: 'Android',
      device: /Mobile/.test(userAgent) ? 'phone' : 'tablet',
    };
  if (/CrOS/.test(userAgent)) return { system: 'chromeos', systemName: 'Chromebook', device: 'computer' };
  if (/Windows/.test(userAgent)) return { system: 'windows', systemName: 'Windows', device: 'computer' };
  if (/Macintosh/.test(userAgent)) return { system: 'macos', systemName: 'Mac', device: 'computer' };
  if (/Linux/.test(userAgent)) return { system: 'linux', systemName: 'Linux', device: 'computer' };
  return { system: 'other', systemName: '', device: 'other' };
}

function versionIn(userAgent: string, pattern: RegExp): number | null {
  const found = pattern.exec(userAgent)?.[1];
  return found === undefined ? null : Number(found);
}

const appleNames = [
  [/CriOS/, 'Chrome'],
  [/EdgiOS/, 'Edge'],
  [/FxiOS/, 'Firefox'],
] as const;

/** Every browser on an iPhone uses Safari's engine and is as old as the system. */
function appleBrowser(userAgent: string): Pick<Browser, 'browser' | 'name' | 'version'> {
  const name = appleNames.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Safari';
  const version = versionIn(userAgent, / OS (\d+)_/) ?? versionIn(userAgent, /Version\/(\d+)/);
  return { browser: 'safari', name, version };
}

function browserOf(facts: BrowserFacts): Pick<Browser, 'browser' | 'name' | 'version'> {
  const { userAgent } = facts;
  if (isApple(facts)) return appleBrowser(userAgent);
  const firefox = versionIn(userAgent, /Firefox\/(\d+)/);
  if (firefox !== null) return { browser: 'firefox', name: 'Firefox', version: firefox };
  const chrome = versionIn(userAgent, /(?:Chrome|Chromium)\/(\d+)/);
  if (chrome !== null)
    return { browser: 'chrome', name: /Edg/.test(userAgent) ? 'Edge' : 'Chrome', version: chrome };
  const safari = /Macintosh.*Safari/.test(userAgent) ? versionIn(userAgent, /Version\/(\d+)/) : null;
  if (safari !== null) return { browser: 'safari', name: 'Safari', version: safari };
  return { browser: 'other', name: '', version: null };
}

/** Reads browser and system from what the browser says about itself, and compares it with the build target. */
export function readBrowser(facts: BrowserFacts): Browser {
  const found = browserOf(facts);
  const { browser, version } = found;
  const isSupported = browser === 'other' || version === null ? null : version >= oldestBrowsers[browser];
  return { ...systemOf(facts), ...found, isInApp: inApp.test(facts.userAgent), isSupported };
}

/** The browser of this window. */
export function thisBrowser(): Browser {
  return readBrowser({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints });
}
