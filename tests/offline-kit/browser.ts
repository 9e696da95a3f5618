import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** Chromium without a window: the same engine for half of the work. */
const systemShell = '/usr/bin/chromium-headless-shell';

/** Where systems keep a Chromium or Chrome of their own. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Keeps the browser from calling home: a closed network refuses that, many times a second. */
const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a test needs of its browser. */
type Wish = {
  /** The whole browser, with what only that has: notifications. */
  isWhole?: boolean;
};

/**
 * Path of the Chromium the tests drive: `CHROMIUM_PATH`, then Playwright's own download, then the system's.
 * `null` when there is none.
 */
export function findChromium({ isWhole = false }: Wish = {}): string | null {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : null;
  const own = chromium.executablePath();
  const paths = [own, ...(isWhole ? [] : [systemShell]), ...systemBrowsers];
  return paths.find((path) => path && existsSync(path)) ?? null;
}

/** Whether the whole browser is there, and one that does no more than most tests need. */
export function hasAllChromium(): boolean {
  const light = findChromium();
  const isLight = light === systemShell || light === process.env.CHROMIUM_PATH;
  return light === chromium.executablePath() || (isLight && findChromium({ isWhole: true }) !== null);
}

/**
 * Launch options for `chromium.launch` and `launchPersistentContext`; root needs Chromium without its sandbox. Where
 * Playwright has its own download it takes its own shell by itself, and the whole browser when it is told so.
 *
 * @throws Error when no browser is there.
 */
export function chromiumLaunch({ isWhole = false }: Wish = {}): LaunchOptions {
  const found = findChromium({ isWhole });
  if (!found) throw new Error('No Chromium found: run "npx playwright install chromium".');
  const isRoot = process.getuid?.() === 0;
  const args = [...(isRoot ? ['--no-sandbox'] : []), ...quietFlags];
  if (found !== chromium.executablePath()) return { executablePath: found, args };
  return isWhole ? { channel: 'chromium', args } : { args };
}
