import type { Page } from '@playwright/test';
import { shellPath } from '#shared/lib/worker/shellCache.ts';
import {
  cachedAddresses,
  forgetApp,
  newWorkerWaits,
  stopWorkers,
  workerControls,
  workerIsWarm,
} from '../../offline-kit/worker.ts';
import { entryOf } from '../entryOf.ts';
import { expect, follow, type Site, test } from './fixtures.ts';

/** How often the page was loaded in full since the test began to count. */
async function countLoads(page: Page): Promise<() => Promise<number>> {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return async () => loads;
}

async function openLibrary(page: Page, site: Site): Promise<void> {
  await site.open(page, '/mypage/course');
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
}

/**
 * Whether the page comes into the new version without another touch. Chromium on a busy machine at times holds a worker
 * that has answered everything for busy as long as its pages are open; then it is the next start that brings it.
 */
async function comesByItself(page: Page): Promise<boolean> {
  return expect
    .poll(() => entryOf(page), { timeout: 10_000 })
    .toMatch(/-B2~/)
    .then(
      () => true,
      () => false,
    );
}

test('the worker never keeps an answer of the API or of the accounts, and touches no other file', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner);
  // All that a page asks for at its start has the worker before it now.
  await openLibrary(page, site);
  const kept = await cachedAddresses(page);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((entry) => /\/(api|accounts)\/|\/sw\.js|\/version\.json/.test(entry))).toEqual([]);
});

// offline.md 3.2, 3.11, 3.15
test('a guest installs the worker without losing the page they are on; a script that is not on the server is a 404 through the worker too, and nothing of it is kept', async ({
  site,
  page,
}) => {
  await site.open(page, '/login');
  const loads = await countLoads(page);
  await page.getByTestId('login-id').fill('abc@example.com');
  await workerControls(page);
  await workerIsWarm(page);
  await expect(page.getByTestId('login-id')).toHaveValue('abc@example.com');
  expect(await loads()).toBe(0);
  const answer = await page.evaluate(async () => {
    const response = await fetch('/assets/nowhere-0123abcd.js');
    return { status: response.status, type: response.headers.get('content-type') };
  });
  expect(answer).toEqual({ status: 404, type: expect.not.stringContaining('html') });
  expect((await cachedAddresses(page)).filter((entry) => entry.includes('nowhere'))).toEqual([]);
});

test('a first installation that the network breaks off begins again by itself', async ({ site, page }) => {
  await page.clock.install();
  // Each file is tried twice.
  site.network.when('GET', shellPath, { kind: 'answer', status: 502, body: '' }, 2);
  await site.open(page, '/login');
  await site.network.arrival('GET', shellPath, 2);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  // Again and again: the page may hear of the end later than we do.
  const isThere = async () => {
    await page.clock.fastForward('00:31');
    return page.evaluate(() => navigator.serviceWorker.controller !== null);
  };
  await expect.poll(isThere).toBe(true);
  await workerIsWarm(page);
});

test('a picture that never arrives does not keep the worker away', async ({ site, page }) => {
  const picture = '/icons/never.png';
  site.network.when('GET', picture, { kind: 'stall' });
  await page.clock.install();
  await page.addInitScript((src) => {
    document.addEventListener('DOMContentLoaded', () => {
      const image = new Image();
      image.src = src;
      document.body.append(image);
    });
  }, picture);
  await page.goto(`${site.network.origin}/login`, { waitUntil: 'domcontentloaded' });
  await expect(page.getByTestId('login-id')).toBeVisible();
  const isServed = async () => {
    await page.clock.fastForward('00:21');
    return page.evaluate(() => navigator.serviceWorker.controller !== null);
  };
  await expect.poll(isServed).toBe(true);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

test('a shell without its scripts is not served: the network answers, and the files come back', async ({
  site,
  learner,
  page,
}) => {
  // A list that is never stored as a first screen.
  await site.settle(page, learner, ['bookmark']);
  const gone = await entryOf(page);
  await page.evaluate(async (pathname) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(pathname);
  }, gone);
  site.network.forget();
  await site.open(page, '/mypage/bookmark');
  await expect(page.getByTestId('bookmark-item').first()).toBeVisible();
  expect(site.network.seen('GET', '/mypage/bookmark')).toHaveLength(1);
  await expect
    .poll(async () => (await cachedAddresses(page)).some((entry) => entry.endsWith(` ${gone}`)))
    .toBe(true);
});

test('a page in place of a script is dropped from the cache, and the app starts', { tag: '@long' }, async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course']);
  await page.evaluate(async () => {
    const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (/\/assets\/.*\.js$/.test(request.url)) await cache.put(request, html());
      }
    }
  });
  await stopWorkers(page);
  await openLibrary(page, site);
});

test.describe('after a deployment', () => {
  test('a new version waits until the learner takes it, and then runs', { tag: '@long' }, async ({
    site,
    learner,
    page,
  }) => {
    await site.settle(page, learner, ['course']);
    const loads = await countLoads(page);
    site.deployment.deploy('B2');
    await newWorkerWaits(page);
    await expect(page.getByTestId('update-bar')).toContainText('新しい版があります');
    expect(await loads()).toBe(0);
    await page.getByTestId('update-bar').getByRole('button', { name: '更新' }).click();
    await expect.poll(() => entryOf(page)).toMatch(/-B2~/);
    await expect(page.getByTestId('inventory-item').first()).toBeVisible();
    await expect(page.getByTestId('update-bar')).toBeHidden();
  });

  test('it also runs at once when the former version is still fetching the rest of the app', {
    tag: '@long',
  }, async ({ site, learner, page }) => {
    const rest = /^\/assets\/pdf\.worker/;
    site.network.when('GET', rest, { kind: 'hold-request' });
    await site.logIn(page, learner, '/mypage/course');
    await workerControls(page);
    await expect(page.getByTestId('inventory-item').first()).toBeVisible();
    await site.network.arrival('GET', rest);
    site.deployment.deploy('B2');
    await newWorkerWaits(page);
    await page.getByTestId('update-bar').getByRole('button', { name: '更新' }).click();
    await expect.poll(() => entryOf(page)).toMatch(/-B2~/);
  });

  test('it comes also when the former version still answers another tab as the page is loaded again', {
    tag: '@long',
  }, async ({ site, learner, page, context }) => {
    await site.settle(page, learner);
    await openLibrary(page, site);
    const other = await context.newPage();
    await openLibrary(other, site);
    site.deployment.deploy('B2');
    await newWorkerWaits(page);
    // The browser lets the new worker in only when the former one has answered everything.
    site.network.when('GET', '/assets/slow-0123abcd.js', { kind: 'hold-request' }, 1);
    await other.evaluate(() => void fetch('/assets/slow-0123abcd.js').catch(() => undefined));
    await site.network.arrival('GET', '/assets/slow-0123abcd.js');
    const loads = await countLoads(page);
    await page.getByTestId('update-bar').getByRole('button', { name: '更新' }).click();
    await expect.poll(loads).toBe(1);
    await expect(page.getByTestId('update-bar')).toContainText('新しい版があります');
    expect(await entryOf(page)).not.toMatch(/-B2~/);
    // The page has found what is owed since its last load, and has asked the new worker again.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('update.left'))).toBeNull();
    site.network.release();
    if (await comesByItself(page)) {
      await expect(page.getByTestId('update-bar')).toBeHidden();
      return;
    }
    await expect(page.getByTestId('update-bar')).toContainText('新しい版があります');
    // No tab is left of the former version; the browser may let the new worker in a moment after the last one is gone.
    await context.newPage();
    await other.close();
    await page.close();
    const begin = async () => {
      const tab = await context.newPage();
      await openLibrary(tab, site);
      const entry = await entryOf(tab);
      await tab.close();
      return entry;
    };
    await expect.poll(begin).toMatch(/-B2~/);
  });

  test('「あとで」 changes nothing: the same version goes on, also with the server dead', {
    tag: '@long',
  }, async ({ site, learner, page }) => {
    await site.settle(page, learner, ['course']);
    site.deployment.deploy('B2');
    await newWorkerWaits(page);
    await page.getByTestId('update-bar').getByRole('button', { name: 'あとで' }).click();
    await expect(page.getByTestId('update-bar')).toBeHidden();
    await site.network.disconnect();
    await openLibrary(page, site);
    await expect.poll(() => entryOf(page)).toMatch(/^(?!.*-B2~)./);
  });

  test('another tab is told, keeps its place, and still opens every page', { tag: '@long' }, async ({
    site,
    learner,
    page,
    context,
  }) => {
    await site.settle(page, learner, ['course']);
    const other = await context.newPage();
    await openLibrary(other, site);
    const loads = await countLoads(other);
    site.deployment.deploy('B2');
    await newWorkerWaits(page);
    await page.getByTestId('update-bar').getByRole('button', { name: '更新' }).click();
    await expect.poll(() => entryOf(page)).toMatch(/-B2~/);
    await expect(other.getByTestId('update-bar')).toContainText('新しい版に切り替わりました');
    await follow(other, '/mypage/favorite');
    await expect(other.getByTestId('favorite-item').first()).toBeVisible();
    expect(await loads()).toBe(0);
  });

  test('a chunk that is nowhere any more loads the wanted page once, in the new version', async ({
    site,
    learner,
    page,
  }) => {
    await site.settle(page, learner, ['course']);
    site.deployment.deploy('B2');
    await forgetApp(page);
    const loads = await countLoads(page);
    await follow(page, '/mypage/favorite');
    await expect(page.getByTestId('favorite-item').first()).toBeVisible();
    // The list may stand before the last picture has come, which the load waits for.
    await expect.poll(loads).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/mypage/favorite');
  });

  test('a half done one breaks nothing: the worker is not installed, the app goes on', async ({
    site,
    learner,
    page,
  }) => {
    await site.settle(page, learner, ['course']);
    site.deployment.deployHalf('B2');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
      while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await openLibrary(page, site);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
    await expect.poll(() => entryOf(page)).toMatch(/^(?!.*-B2~)./);
  });
});
