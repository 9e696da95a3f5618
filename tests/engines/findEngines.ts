import { existsSync, globSync } from 'node:fs';

/** The path a variable names, else the first of the usual places where something is; `null` when nothing is. */
function find(variable: string, places: readonly string[]): string | null {
  const wanted = process.env[variable];
  if (wanted) return existsSync(wanted) ? wanted : null;
  return places.flatMap((place) => globSync(place)).find((path) => existsSync(path)) ?? null;
}

/** Firefox 140 or newer, which speaks WebDriver BiDi: `FIREFOX_PATH`, then the system's. */
export function findFirefox(): string | null {
  return find('FIREFOX_PATH', [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);
}

/** The programs of WebKitGTK (Debian: webkit2gtk-driver) and a display without a screen (Debian: xvfb). */
export type WebKitPrograms = { driver: string; browser: string; display: string };

/** `null` when one of them is missing: WebKit runs on Linux only. */
export function findWebKit(): WebKitPrograms | null {
  const driver = find('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);
  const browser = find('WEBKIT_BROWSER_PATH', [
    '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  ]);
  const display = find('XVFB_PATH', ['/usr/bin/Xvfb']);
  return driver && browser && display ? { driver, browser, display } : null;
}
