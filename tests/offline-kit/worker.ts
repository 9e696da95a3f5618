import type { BrowserContext, Page } from '@playwright/test';

/** Waits until a worker is installed and answers the requests of this page. */
export async function workerControls(page: Page): Promise<void> {
  // Without a limit of its own: on a busy machine the files of an installation take their time.
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, { timeout: 0 });
}

/**
 * Waits until the worker has kept every file of the app, also those it fetches when the page is idle. The app's worker
 * must answer the message `{type: 'warm'}` with `{missing: number}` through the port that comes with it.
 */
export async function workerIsWarm(page: Page): Promise<void> {
  const missing = await warmWorker(page);
  if (missing > 0) throw new Error(`The worker could not keep ${missing} files.`);
}

/** Lets the worker fetch the rest of the app now, and tells how many files it could not get. See `workerIsWarm`. */
export async function warmWorker(page: Page): Promise<number> {
  await workerControls(page);
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<{ missing: number }>((resolve) => {
      port1.onmessage = (event) => resolve(event.data);
    });
    active?.postMessage({ type: 'warm' }, [port2]);
    return (await answered).missing;
  });
}

/** The device has lost one file: it is in no cache any more, not in the browser's own either. Chromium only. */
export async function loseFile(page: Page, path: string): Promise<void> {
  await page.evaluate(async (lost) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(lost);
  }, path);
  await forgetHttpCache(page);
}

/** Reloads past the worker, as Shift and the reload button do: the page then has no worker at first. Chromium only. */
export async function reloadHard(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await tools.send('Page.reload', { ignoreCache: true });
  await loaded;
  await tools.detach();
}

/** Ends every running worker; the next request starts it anew, as after a while on a phone. Chromium only. */
export async function stopWorkers(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.stopAllWorkers');
  await tools.detach();
}

/**
 * The device has no file of the app any more: no worker, no caches, nothing in the browser's own cache. Chromium only.
 */
export async function forgetApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await forgetHttpCache(page);
}

/** Empties the browser's own cache, which hands out hashed files long after a deployment removed them. Chromium only. */
export async function forgetHttpCache(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.clearBrowserCache');
  await tools.detach();
}

/** Asks the browser to look for a newer worker; when there is one, waits until its installation has ended, well or not. */
export async function lookForWorker(page: Page): Promise<void> {
  // Not Playwright's waitForFunction: it takes the promise of an asynchronous question for its answer.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/**
 * The same where a newer one has to be found: waits until it is installed and waits. A look that the browser had begun
 * by itself, before the deployment, takes ours along and finds nothing: then we ask again.
 *
 * @throws Error when there is none after many looks.
 */
export async function newWorkerWaits(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (let looks = 0; !registration.waiting && looks < 50; looks += 1) {
      await registration.update();
      while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!registration.waiting) throw new Error('No new worker is installed and waits.');
  });
}

/** Addresses in all caches, with the name of their cache before a blank. */
export async function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        found.push(`${name} ${new URL(url).pathname}${new URL(url).search}`);
    }
    return found;
  });
}

/** A page of the app without its script, on which storage can be looked at and changed. `path` must be a file. */
export async function besidePage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
