import type { Page } from '@playwright/test';
import { newWorkerWaits, stopWorkers, workerIsWarm } from '../../offline-kit/worker.ts';
import { entryOf } from '../entryOf.ts';
import { expect, type Site, test } from './fixtures.ts';

// offline.md 6.13: pages that the browser answers without the worker (Chromium's static routes)

test.use({ isInstalled: true });

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a page as after a while: the worker is not running. Answers whether the worker had to be started for it. */
async function openStopped(site: Site, page: Page, path: string): Promise<boolean> {
  // Not from a page of the app: what that page still asks for would start the worker again.
  await site.open(page, '/version.json');
  await stopWorkers(page);
  site.network.forget();
  await site.open(page, path);
  await expect(title(page)).toBeVisible();
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return (entry?.workerStart ?? 0) > 0;
  });
}

test('the start pages come from the device while the worker sleeps, and the page is alive; other pages wake it', async ({
  site,
  page,
}) => {
  await site.open(page, '/login');
  await workerIsWarm(page);
  expect(await openStopped(site, page, '/login')).toBe(true);
  expect(await openStopped(site, page, '/parent')).toBe(false);
  expect(site.network.seen('GET', '/parent')).toEqual([]);
  // Behind it the worker does what it does behind every page.
  await site.network.arrival('GET', '/version.json');

  await site.open(page, '/version.json');
  await stopWorkers(page);
  await site.network.disconnect();
  await site.open(page, '/');
  await expect(title(page)).toBeVisible();
  await page.getByRole('link', { name: '保護者の方へ' }).first().click();
  await expect(page).toHaveURL(/\/parent$/);
  await site.network.connect();
});

test('one that the device has lost is kept again when the page is idle', { tag: '@long' }, async ({
  site,
  page,
}) => {
  await site.open(page, '/login');
  await workerIsWarm(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('direct-')) await caches.delete(name);
      else await (await caches.open(name)).delete('/pages/parent.html');
    }
  });
  await workerIsWarm(page);
  expect(await openStopped(site, page, '/parent')).toBe(false);
  expect(site.network.seen('GET', '/parent')).toEqual([]);
});

test('switched off, the network answers them again; a new build brings its own', { tag: '@long' }, async ({
  site,
  page,
}) => {
  await site.open(page, '/login');
  await workerIsWarm(page);
  const { build } = JSON.parse(site.deployment.read('version.json'));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ build, sw: 'off' });
  site.network.when('GET', '/version.json', { kind: 'answer', status: 200, headers, body });
  expect(await openStopped(site, page, '/')).toBe(false);
  await expect.poll(() => page.evaluate(() => caches.has('switch'))).toBe(true);
  await openStopped(site, page, '/');
  expect(site.network.seen('GET', '/')).toHaveLength(1);

  site.network.behave();
  await site.open(page, '/');
  await expect.poll(() => page.evaluate(() => caches.has('switch'))).toBe(false);
  await openStopped(site, page, '/');
  expect(site.network.seen('GET', '/')).toEqual([]);

  site.deployment.deploy('B2');
  await newWorkerWaits(page);
  await page.getByTestId('update-bar').getByRole('button', { name: '更新' }).click();
  await expect.poll(() => entryOf(page)).toMatch(/-B2~/);
  await openStopped(site, page, '/parent');
  expect(await entryOf(page)).toMatch(/-B2~/);
  expect(site.network.seen('GET', '/parent')).toEqual([]);
});
