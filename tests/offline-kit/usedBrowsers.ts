import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { closeTabs, watchLasting } from './lasting.ts';

/** How a browser is wanted: a context's options, but no worker. */
export type UsedBrowserOptions = BrowserContextOptions & { serviceWorkers: 'block' };

type Used = { context: BrowserContext; key: string; isLent: boolean; isSpoilt: boolean };

/**
 * Browsers without a worker, lent to tests one after the other: the browser's own cache still has the files of the app
 * and what the engine made of them, so that a page costs a part of what it costs a new browser. Nothing else is left:
 * before each use everything stored is deleted. Whoever changed the browser itself gets the next test a new one.
 */
export class UsedBrowsers {
  #all: Used[] = [];

  /** `file`: address of a small file of the site that runs no script. A browser that is lent is lent to nobody else. */
  async lend(browser: Browser, file: string, options: UsedBrowserOptions): Promise<BrowserContext> {
    const { storageState, ...lasting } = options;
    const key = JSON.stringify(lasting);
    const known = this.#all.find((one) => one.key === key && !one.isLent && !one.isSpoilt);
    const used = known ?? (await this.#open(browser, key, lasting));
    used.isLent = true;
    await fill(used.context, file, typeof storageState === 'object' ? storageState : undefined);
    return used.context;
  }

  /** Takes one back. */
  async takeBack(context: BrowserContext): Promise<void> {
    const used = this.#all.find((one) => one.context === context);
    if (!used) return;
    used.isLent = false;
    if (!used.isSpoilt) return closeTabs(context);
    this.#all = this.#all.filter((one) => one !== used);
    await context.close();
  }

  /** Closes all. */
  async drop(): Promise<void> {
    for (const { context } of this.#all.splice(0)) await context.close();
  }

  async #open(browser: Browser, key: string, options: BrowserContextOptions): Promise<Used> {
    const context = await browser.newContext(options);
    const used = { context, key, isLent: true, isSpoilt: false };
    watchLasting(context, () => {
      used.isSpoilt = true;
    });
    this.#all.push(used);
    return used;
  }
}

/** Leaves nothing stored but what `state` says. */
async function fill(
  context: BrowserContext,
  file: string,
  state: Exclude<BrowserContextOptions['storageState'], string>,
): Promise<void> {
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(file);
  const { origin } = new URL(file);
  const tools = await context.newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await tools.detach();
  await context.addCookies(state?.cookies ?? []);
  const entries = state?.origins.find((one) => one.origin === origin)?.localStorage ?? [];
  await page.evaluate((values) => {
    for (const { name, value } of values) localStorage.setItem(name, value);
  }, entries);
  await page.close();
}
