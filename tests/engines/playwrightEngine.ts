import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, firefox, type Page } from 'playwright';
import { chromiumLaunch } from '../offline-kit/browser.ts';
import { endProcess, killBrowser } from '../offline-kit/killBrowser.ts';
import { type Engine, patienceMs, type Tab } from './driver.ts';
import { findFirefox } from './findEngines.ts';

const screen = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1024, height: 800 } };

/** Starts a browser on a profile folder. */
type Launch = (profile: string) => Promise<BrowserContext>;
/** Ends its process at once. */
type Kill = (context: BrowserContext, profile: string) => Promise<void>;

/** Chromium, as in the other tests. */
export function chromiumEngine(): Promise<Engine> {
  const launch: Launch = (profile) =>
    chromium.launchPersistentContext(profile, { ...chromiumLaunch(), ...screen });
  return startEngine('chromium', launch, killBrowser);
}

/** Firefox as the distribution ships it, over WebDriver BiDi. */
export function firefoxEngine(): Promise<Engine> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('No Firefox found.');
  const launch: Launch = (profile) =>
    firefox.launchPersistentContext(profile, { ...screen, channel: 'moz-firefox', executablePath });
  return startEngine('firefox', launch, killFirefox);
}

/** Firefox names the process that holds a profile in a link there: address, `+`, number. */
async function killFirefox(context: BrowserContext, profile: string): Promise<void> {
  const holder = readlinkSync(join(profile, 'lock'));
  const closed = context.waitForEvent('close');
  endProcess(Number(holder.slice(holder.lastIndexOf('+') + 1)));
  await closed;
}

async function startEngine(name: Engine['name'], launch: Launch, kill: Kill): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'engine-'));
  let context = await launch(profile);
  return {
    name,
    tab: async () => tabOf(await context.newPage()),
    restart: async () => {
      await context.close();
      context = await launch(profile);
    },
    kill: async () => {
      await kill(context, profile);
      context = await launch(profile);
    },
    stop: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function tabOf(page: Page): Tab {
  page.setDefaultTimeout(patienceMs);
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload()),
    close: () => page.close(),
    address: async () => {
      const { href, origin } = new URL(page.url());
      return href.slice(origin.length);
    },
    click: (css) => page.locator(css).filter({ visible: true }).first().click(),
    // Real keys: in Firefox over BiDi React takes no notice of a value that is set by program.
    type: async (css, words) => {
      const field = page.locator(css).first();
      await field.press('ControlOrMeta+a');
      await field.press('Delete');
      await field.pressSequentially(words);
    },
    text: (css) =>
      page
        .evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', css)
        .catch(() => ''),
    evaluate: ((script: (arg: unknown) => unknown, arg: unknown) =>
      page.evaluate(script, arg)) as Tab['evaluate'],
  };
}
