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

/**
 * The driver of WebKitGTK (Debian: webkit2gtk-driver), Python with its bindings for the browser (`webkitBrowser.py`;
 * Debian: python3-gi, gir1.2-webkit2-4.1), and a display without a screen (Debian: xvfb).
 */
export type WebKitPrograms = { driver: string; python: string; display: string };

/** `null` when one of them is missing: WebKit runs on Linux only. */
export function findWebKit(): WebKitPrograms | null {
  const driver = find('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);
  // The bindings belong to the system's own Python.
  const python = find('PYTHON_PATH', ['/usr/bin/python3']);
  const hasBindings =
    find('', ['/usr/lib/python3*/**/gi/__init__.py']) &&
    find('', ['/usr/lib*/**/girepository-1.0/WebKit2-4.1.typelib']);
  const display = find('XVFB_PATH', ['/usr/bin/Xvfb']);
  return driver && python && hasBindings && display ? { driver, python, display } : null;
}
