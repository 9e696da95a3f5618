import type { Page } from '@playwright/test';
import {
  cachedAddresses,
  forgetHttpCache,
  newWorkerWaits,
  workerControls,
  workerIsWarm,
} from '../../offline-kit/worker.ts';
import { entryOf } from '../entryOf.ts';
import { expect, follow, type Site, test } from './fixtures.ts';

const bar = (page: Page) => page.getByTestId('update-bar');
const runs = (page: Page, build: RegExp) => expect.poll(() => entryOf(page)).toMatch(build);

/** Counts full loads of a page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

async function install(site: Site, page: Page): Promise<void> {
  await site.open(page, '/login');
  await workerControls(page);
}

/**
 * Lets the browser ask the server for a newer worker, whatever comes of it. A look that it had begun by itself, before
 * the deployment, takes ours along: then we ask again.
 */
async function askForWorker(site: Site, page: Page): Promise<void> {
  site.network.forget();
  const ask = async () => {
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
      while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    return site.network.seen('GET', '/sw.js').length;
  };
  await expect.poll(ask).toBeGreaterThan(0);
}

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

// offline.md 3.14
for (const turns of ['B2', 'B2, B3, B2']) {
  test(`servers that hand out two builds in turn reload nothing: once, when the learner says so: ${turns}`, {
    tag: '@long',
  }, async ({ site, page }) => {
    await install(site, page);
    const loads = countLoads(page);
    site.deployment.deploy('B2');
    const headers = { 'content-type': 'text/html' };
    const oldPage = site.deployment.read('index.html');
    site.network.when('GET', '/index.html', { kind: 'answer', status: 200, headers, body: oldPage });
    await askForWorker(site, page);
    expect(await isWaiting(page)).toBe(false);
    site.network.behave();
    for (const next of turns.split(', ')) {
      site.deployment.deploy(next);
      await askForWorker(site, page);
      expect(await isWaiting(page)).toBe(true);
    }
    await expect(bar(page)).toBeVisible();
    expect(loads()).toBe(0);
    await bar(page).getByRole('button', { name: '更新' }).click();
    await runs(page, /-B2~/);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    site.deployment.deploy('B3');
    await newWorkerWaits(page);
    await expect(bar(page)).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
}

// offline.md 3.13, 3.19
test('a page that stays open looks each hour, and only for a worker that is one', { tag: '@long' }, async ({
  site,
  page,
}) => {
  await page.clock.install();
  await install(site, page);
  // The page fetches the rest of the app after it has begun to look each hour.
  await site.network.arrival('GET', /^\/assets\/pdf\.worker/);
  site.network.forget();
  site.deployment.deploy('B2');
  const headers = { 'content-type': 'text/html' };
  site.network.when('GET', '/sw.js', { kind: 'answer', status: 500, headers, body: 'deploying' }, 1);
  site.network.when('GET', '/sw.js', { kind: 'answer', status: 200, headers, body: '<!doctype html>' }, 1);
  for (const look of [1, 2]) {
    await page.clock.fastForward(60 * 60 * 1000);
    await site.network.arrival('GET', '/sw.js', look);
  }
  expect(await isWaiting(page)).toBe(false);
  await page.clock.fastForward(60 * 60 * 1000);
  await expect(bar(page)).toContainText('新しい版があります');
});

// offline.md 3.17, 6.3
test('two tabs: both take the new version when they want, and the old files go when nobody uses them', async ({
  site,
  learner,
  page,
  context,
}) => {
  await site.settle(page, learner, ['course']);
  const other = await context.newPage();
  await site.open(other, '/mypage/course');
  const caches = () => page.evaluate(async () => (await globalThis.caches.keys()).sort());
  const former = (await caches()).filter((name) => /^(shell|warm)-/.test(name));
  expect(former).toHaveLength(2);
  const loadsBefore = countLoads(page);
  site.deployment.deploy('B2');
  await newWorkerWaits(page);
  await expect(bar(page)).toContainText('新しい版があります');
  expect(loadsBefore()).toBe(0);
  // The other tab listens: it will hear that the new version has taken over.
  await expect(bar(other)).toBeVisible();
  await bar(page).getByRole('button', { name: '更新' }).click();
  await runs(page, /-B2~/);
  await workerIsWarm(page);
  expect(await caches()).toEqual(expect.arrayContaining(former));

  const loads = countLoads(other);
  await follow(other, '/mypage/favorite');
  await expect(other.getByTestId('favorite-item').first()).toBeVisible();
  expect(loads()).toBe(0);
  await bar(other).getByRole('button', { name: '再読み込み' }).click();
  await expect.poll(loads).toBe(1);
  await runs(other, /-B2~/);
  // Each time the worker asks the tabs what they run; one that is slow to say it keeps all files for now.
  const left = async () => {
    await workerIsWarm(other);
    return (await caches()).filter((name) => former.includes(name));
  };
  await expect.poll(left).toEqual([]);
});

// offline.md 6.3
test('after seven days the files of a former build go, whoever still uses them', { tag: '@long' }, async ({
  site,
  page,
  context,
}) => {
  await install(site, page);
  const other = await context.newPage();
  // Not a page that takes long: it only has to be there.
  await site.open(other, '/login');
  site.deployment.deploy('B2');
  await newWorkerWaits(page);
  await bar(page).getByRole('button', { name: '更新' }).click();
  await runs(page, /-B2~/);
  const oldShells = (days: number) =>
    page.evaluate(async (age) => {
      const date = new Date(Date.now() - age * 24 * 60 * 60 * 1000).toUTCString();
      const kept: string[] = [];
      for (const name of await caches.keys()) {
        if (!name.startsWith('shell-')) continue;
        // Not by opening it: that would make one again that has just been deleted.
        const shell = await caches.match('/index.html', { cacheName: name });
        const html = (await shell?.text()) ?? '';
        if (html.includes('-B2~')) continue;
        kept.push(name);
        if (age === 0) continue;
        const headers = { 'content-type': 'text/html', date };
        await (await caches.open(name)).put('/index.html', new Response(html, { headers }));
      }
      return kept.length;
    }, days);
  expect(await oldShells(6.9)).toBe(1);
  await workerIsWarm(page);
  expect(await oldShells(7.1)).toBe(1);
  await workerIsWarm(page);
  await expect.poll(() => oldShells(0)).toBe(0);
});

// offline.md 3.5
test('without a network a page that was never kept says so; nothing is reloaded and nothing deleted', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course']);
  const lost = await page.evaluate(async () => {
    let found = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/assets\/favorite-.*\.js$/.test(request.url) && (await cache.delete(request))) found += 1;
    }
    return found;
  });
  expect(lost).toBeGreaterThan(0);
  const appFiles = async () => (await cachedAddresses(page)).filter((entry) => /^(shell|warm)-/.test(entry));
  const before = await appFiles();
  await forgetHttpCache(page);
  await site.network.disconnect();
  const loads = countLoads(page);
  await follow(page, '/mypage/favorite');
  await expect(page.getByTestId('error-page')).toContainText('まだ保存されていない画面');
  expect(loads()).toBe(0);
  expect(await appFiles()).toEqual(expect.arrayContaining(before));
  await site.network.connect();
  await page.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(page.getByTestId('favorite-item').first()).toBeVisible();
});
