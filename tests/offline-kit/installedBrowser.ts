import type { Browser, BrowserContext, Page } from '@playwright/test';
import { closeTabs, watchLasting } from './lasting.ts';
import { stopWorkers, workerIsWarm } from './worker.ts';

/** The site whose app is installed. */
export type InstalledSite = {
  origin: string;
  /** A page of it for guests that registers the worker. */
  page: string;
  /** A small file of it that runs no script. */
  file: string;
  /** What the names of the caches begin with in which the worker keeps the app. */
  caches: readonly string[];
};

/** Kinds of storage that belong to a learner or a visit, in the words of the devtools protocol. */
const stored = 'cookies,file_systems,indexeddb,local_storage';

/**
 * A browser that has the whole app installed and knows nobody, lent to tests one after the other: installing takes
 * longer than most of what they do. Between two of them everything stored is deleted but the worker and the files it
 * keeps, and the worker is ended. Whoever changed those files, the worker or the browser itself gets the next test a
 * new one. For tests whose matter is the installation there is Playwright's own context.
 */
export class InstalledBrowser {
  #context: BrowserContext | null = null;
  #files: string[] = [];
  #options = '';
  #isSpoiled = false;

  /** `options`: what the test wants of its browser, as text; one with other options gets another browser. */
  async lend(browser: Browser, site: InstalledSite, options: string): Promise<BrowserContext> {
    const known = this.#context;
    if (known && this.#options === options && (await this.#isAsNew(known, site))) return known;
    await this.drop();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.origin + site.page);
    await workerIsWarm(page);
    await page.goto(site.origin + site.file);
    await empty(page, site);
    this.#files = await appFiles(page);
    this.#options = options;
    this.#isSpoiled = false;
    this.#context = context;
    await page.close();
    watchLasting(context, () => {
      this.#isSpoiled = true;
    });
    return context;
  }

  /** Closes it. */
  async drop(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    await context?.close();
  }

  /** Empties it, and says whether it is as it was lent the first time. */
  async #isAsNew(context: BrowserContext, site: InstalledSite): Promise<boolean> {
    if (this.#isSpoiled) return false;
    await closeTabs(context);
    const page = await context.newPage();
    await page.goto(site.origin + site.file);
    await empty(page, site);
    const isSame = String(await appFiles(page)) === String(this.#files);
    const isAlone = await page.evaluate(async () => {
      const found = await navigator.serviceWorker.getRegistrations();
      return (
        found.length === 1 &&
        found.every(({ installing, waiting, active }) => active && !installing && !waiting)
      );
    });
    await page.close();
    return isSame && isAlone;
  }
}

/** Deletes everything stored but the worker and the files of the app. */
async function empty(page: Page, { origin, caches: kept }: InstalledSite): Promise<void> {
  await stopWorkers(page);
  await page.context().clearCookies();
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: stored });
  await tools.detach();
  await page.evaluate(async (prefixes) => {
    for (const name of await caches.keys())
      if (!prefixes.some((prefix) => name.startsWith(prefix))) await caches.delete(name);
  }, kept);
}

/** What lies in the caches that are left, with their names. */
async function appFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(`${name} ${url}`);
    }
    return found.sort();
  });
}
