import type { Page } from '@playwright/test';
import {
  besidePage,
  cachedAddresses,
  forgetHttpCache,
  loseFile,
  reloadHard,
  stopWorkers,
  warmWorker,
  workerControls,
  workerIsWarm,
} from '../../offline-kit/worker.ts';
import { entryOf } from '../entryOf.ts';
import { expect, type Site, test } from './fixtures.ts';

/** A page for guests that nobody has made before: the shell of the app brings it. */
const shellPage = '/login/password/reset/complete';
const content = (page: Page) => page.getByText('新しいパスワードを設定しました');

/** A guest on that page, with the worker in control. */
async function install(site: Site, page: Page): Promise<void> {
  await site.open(page, shellPage);
  await workerControls(page);
}

const wayOut = (page: Page) => page.getByRole('alert').filter({ hasText: '画面を表示できません' });

// offline.md 3.7
test('a script lost without a network shows the way out, which works when the network is back', async ({
  site,
  page,
}) => {
  await install(site, page);
  await loseFile(page, await entryOf(page));
  await site.network.disconnect();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.reload();
  await expect(wayOut(page)).toContainText('保存した内容は消えていません');
  expect(loads).toBe(1);
  await site.network.connect();
  await wayOut(page).getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(content(page)).toBeVisible();
  await expect(wayOut(page)).toHaveCount(0);
});

// offline.md 3.7
test('a script that never comes shows the way out after ten seconds, and not before', async ({
  site,
  page,
}) => {
  const start = Date.now();
  // The clock runs until it is paused, and cannot be set back.
  await page.clock.install({ time: start - 3_600_000 });
  await page.clock.pauseAt(start);
  site.network.when('GET', /^\/assets\/index-.*\.js$/, { kind: 'stall' });
  await page.goto(`${site.network.origin}${shellPage}`, { waitUntil: 'commit' });
  // The script is asked for before the page is read as far as the watchdog, which stands in front of the body.
  await page.locator('#root').waitFor({ state: 'attached' });
  await page.clock.fastForward(9_000);
  await expect(wayOut(page)).toHaveCount(0);
  await page.clock.fastForward(1_000);
  await expect(wayOut(page)).toBeVisible();
});

// offline.md 3.30
test("the server's page that stops in the middle is not served in place of a broken shell", {
  tag: '@long',
}, async ({ site, page }) => {
  await install(site, page);
  await loseFile(page, await entryOf(page));
  site.network.when('GET', shellPage, { kind: 'stall-body', after: 200 });
  await page.reload();
  await expect(content(page)).toBeVisible();
});

// offline.md 3.9, 3.10, 3.11, 3.28
test('a file that cannot be had spoils nothing, the next time only it is fetched, and all parts are in the list', async ({
  site,
  page,
}) => {
  const lost = /^\/assets\/pdf\.worker.*\.js$/;
  const fail = { kind: 'answer', status: 500, body: 'no' } as const;
  site.network.when('GET', lost, fail);
  await install(site, page);
  expect(await warmWorker(page)).toBe(1);
  await site.network.disconnect();
  await page.reload();
  await expect(content(page)).toBeVisible();
  await site.network.connect();
  site.network.behave();
  site.network.forget();
  // A run that the page had begun without a network may still be going on, and is shared.
  await expect.poll(() => warmWorker(page)).toBe(0);
  expect(site.network.seen('GET', /^\/assets\//).map(({ path }) => lost.test(path))).toEqual([true]);

  const kept = (await cachedAddresses(page)).join('\n');
  for (const part of [
    'pdf.worker',
    '.wasm',
    'Adobe-Japan1-UCS2.bcmap',
    'FoxitSerif.pfb',
    'KaTeX_Main',
    'library-',
  ])
    expect(kept).toContain(part);
  await page.evaluate(
    async (path) => {
      const name = (await caches.keys()).find((known) => known.startsWith('shell-')) ?? '';
      const cache = await caches.open(name);
      const body = await (await cache.match(path))?.text();
      const headers = { 'content-type': 'text/javascript', vary: 'Accept, Accept-Encoding, Origin' };
      await cache.put(new Request(path, { headers: { accept: 'text/x' } }), new Response(body, { headers }));
    },
    await entryOf(page),
  );
  await forgetHttpCache(page);
  await site.network.disconnect();
  await page.reload();
  await expect(content(page)).toBeVisible();
});

// offline.md 3.21
test('a reload past the worker works like any other, and the worker is back afterwards', {
  tag: '@long',
}, async ({ site, page }) => {
  await install(site, page);
  await reloadHard(page);
  await expect(content(page)).toBeVisible();
  await workerControls(page);
  await site.network.disconnect();
  await page.reload();
  await expect(content(page)).toBeVisible();
});

// offline.md 3.22, 3.23, 3.31
test('pages that are not ours and everything but GET go to the network untouched', async ({ site, page }) => {
  await install(site, page);
  const answer = { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' } } as const;
  for (const path of [
    '/accounts/oauth/callback/?code=a1&state=b2',
    '/api/payment/gmo/return/a1b2/?MD=7',
    '/pay-frame/?nonce=1',
    '/?network',
  ]) {
    const { pathname } = new URL(path, site.network.origin);
    site.network.when('GET', pathname, { ...answer, body: `<h1>network ${pathname}</h1>` }, 1);
    await site.open(page, path);
    await expect(page.getByRole('heading')).toHaveText(`network ${pathname}`);
  }
  await site.open(page, '/login');
  site.network.when('POST', '/login', { kind: 'answer', status: 200, body: 'posted' });
  expect(await page.evaluate(async () => (await fetch('/login', { method: 'POST' })).text())).toBe('posted');
});

// offline.md 3.20
test('switched off by version.json the worker answers nothing and keeps only the start, until it is switched on', async ({
  site,
  page,
}) => {
  await install(site, page);
  await workerIsWarm(page);
  const warmCaches = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('warm-')).length);
  const { build } = JSON.parse(site.deployment.read('version.json'));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ build, sw: 'off' });
  site.network.when('GET', '/version.json', { kind: 'answer', status: 200, headers, body });
  await page.reload();
  await expect.poll(warmCaches).toBe(0);
  await stopWorkers(page);
  site.network.forget();
  await page.reload();
  await expect(content(page)).toBeVisible();
  expect(site.network.seen('GET', shellPage)).toHaveLength(1);
  expect(await warmWorker(page)).toBeGreaterThan(0);

  site.network.behave();
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.has('switch'))).toBe(false);
  site.network.forget();
  await page.reload();
  await expect(content(page)).toBeVisible();
  expect(site.network.seen('GET', shellPage)).toHaveLength(0);
});

const formerWorker = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(Promise.all([
    clients.claim(), caches.open('former-app'), caches.open('dl-someone'),
  ])));
  addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate')
      event.respondWith(new Response('<h1>the former app</h1>', { headers: { 'content-type': 'text/html' } }));
  });`;

// offline.md 3.20
for (const address of ['/service-worker.js', '/sw.js']) {
  const tag = address === '/service-worker.js' ? [] : '@long';
  test(`a worker that would serve a former app for ever removes itself from ${address}`, { tag }, async ({
    site,
    page,
    context,
  }) => {
    const script = (body: string) =>
      ({ kind: 'answer', status: 200, headers: { 'content-type': 'text/javascript' }, body }) as const;
    site.network.when('GET', address, script(formerWorker));
    const beside = await besidePage(context, `${site.network.origin}/version.json`);
    await beside.evaluate(async (path) => {
      const rules = { createScriptURL: (url: string) => url };
      type Rules = typeof rules;
      type Types = { createPolicy: (name: string, rules: Rules) => Rules };
      const { trustedTypes } = globalThis as unknown as { trustedTypes: Types };
      const url = trustedTypes.createPolicy('sw-url', rules).createScriptURL(path);
      await navigator.serviceWorker.register(url);
      await navigator.serviceWorker.ready;
    }, address);
    await beside.close();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await site.open(page, shellPage);
    await expect(page.getByRole('heading')).toHaveText('the former app');

    if (address === '/sw.js')
      site.network.when('GET', address, script(site.deployment.read('service-worker.js')));
    else site.network.behave();
    site.network.forget();
    // Not waited for: the worker loads the page anew, and the question would go with the old one.
    await page.evaluate(async () => {
      void (await navigator.serviceWorker.ready).update();
    });
    await expect(content(page)).toBeVisible();
    const cacheNames = () => page.evaluate(() => caches.keys());
    expect(await cacheNames()).not.toContain('former-app');
    expect(await cacheNames()).toContain('dl-someone');
    if (address === '/service-worker.js') {
      await workerControls(page);
      return;
    }
    // The app asks for its worker again: it goes again, without taking the page with it.
    await site.network.arrival('GET', address, 2);
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(registrations).toBe(0);
    expect(loads).toBe(2);
  });
}
