import { existsSync, globSync } from 'node:fs';

/** The path a variable names, else the first of the usual places where something is; `null` when nothing is. */
function find(variable: string, places: readonly string[]): string | null {
  const wanted = process.env[variable];
  if (wanted) return existsSync(wanted) ? wanted : null;
  return findFirst(places);
}

/** The first of some places where something is; `null` when nothing is. */
function findFirst(places: readonly string[]): string | null {
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

/**
 * The driver of WebKitGTK (Debian: webkit2gtk-driver), Python with its bindings for the browser (`webkitBrowser.py`;
 * Debian: python3-gi, gir1.2-webkit2-4.1), and a display without a screen (Debian: xvfb).
 */
export type WebKitPrograms = { driver: string; python: string; display: string };

/** `null` when one of them is missing: WebKit runs on Linux only. */
export function findWebKit(): WebKitPrograms | null {
  const driver = find('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);
  const python = findFirst(['/usr/bin/python3']);
  // They belong to the system's own Python.
  const hasBindings =
    findFirst(['/usr/lib/python3/dist-packages/gi', '/usr/lib*/python3.*/site-packages/gi']) &&
    findFirst(
      ['/usr/lib*/girepository-1.0', '/usr/lib/*/girepository-1.0'].map((at) => `${at}/WebKit2-4.1.typelib`),
    );
  const display = find('XVFB_PATH', ['/usr/bin/Xvfb']);
  return driver && python && hasBindings && display ? { driver, python, display } : null;
}
