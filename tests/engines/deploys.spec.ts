import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../e2e/offline/fixtures.ts';
import { expect, test } from './fixtures.ts';
import {
  cachedPaths,
  entryScript,
  follow,
  go,
  isAt,
  isSamePage,
  isWarm,
  logIn,
  markPage,
  named,
  newWorkerWaits,
  openPanel,
  part,
  see,
  seeLibrary,
  seeNot,
  settle,
} from './steps.ts';

/** Hands files out with the word not to keep them, so that the browser's own cache cannot stand in for the worker's. */
function keepFromHttpCache(site: Site, files: RegExp): void {
  const { folder } = site.deployment;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!files.test(file)) continue;
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
    const body = readFileSync(join(folder, file), 'utf8');
    site.network.when('GET', `/${file}`, { kind: 'answer', status: 200, headers, body });
  }
}

test('1 · a tab that is open during a deployment keeps every page of its build', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  await seeLibrary(tab, site, learner);
  await markPage(tab);
  const build = await entryScript(tab);
  site.deployment.deploy('B2');
  for (const path of ['/mypage/favorite', '/mypage/bookmark', '/mypage/settings', '/mypage/course']) {
    await follow(tab, path);
    await isAt(tab, path);
  }
  await see(tab, learner.courses[0]?.name ?? '', 'main');
  expect(await isSamePage(tab)).toBe(true);
  expect(await entryScript(tab)).toBe(build);
});

test('2, 6 · a file that is not there is a 404, no page in its place, and the import fails', async ({
  site,
  tab,
}) => {
  await go(tab, site, '/login');
  const found = await tab.evaluate(async () => {
    const path = '/assets/nothing-abcdefgh.js';
    const response = await fetch(path);
    const { status, headers } = response;
    const isImported = await import(path).then(
      () => true,
      () => false,
    );
    return { status, type: headers.get('content-type'), kept: headers.get('cache-control'), isImported };
  });
  expect(found).toMatchObject({ status: 404, isImported: false });
  expect(found.type).not.toContain('html');
  expect(found.kept).toContain('no-store');
});

test('1, 4, 6 · a chunk that is nowhere loads the wanted page once, then says so and stays', async ({
  site,
  learner,
  tab,
}) => {
  const missing = { kind: 'answer', status: 404, body: '' } as const;
  site.network.when('GET', /^\/assets\/favorite-.*\.js$/, missing);
  site.network.when('GET', '/sw.js', missing);
  await logIn(tab, site, learner);
  await markPage(tab);
  site.network.forget();
  await follow(tab, '/mypage/favorite');
  await expect.poll(() => isSamePage(tab), { timeout: 30_000 }).toBe(false);
  await expect.poll(() => tab.text(part('error-page')), { timeout: 30_000 }).not.toBe('');
  await isAt(tab, '/mypage/favorite');
  expect(site.network.seen('GET', '/mypage/favorite')).toHaveLength(1);
});

test('5 · with the server dead a missing chunk costs nothing that is on the device', async ({
  site,
  learner,
  tab,
}) => {
  keepFromHttpCache(site, /^assets\/settings-.*\.js$/);
  await settle(tab, site, learner);
  await seeLibrary(tab, site, learner);
  await tab.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/assets\/settings-.*\.js$/.test(request.url)) await cache.delete(request);
    }
  });
  const kept = await cachedPaths(tab);
  await site.shutDown();
  await markPage(tab);
  await follow(tab, '/mypage/settings');
  await expect.poll(() => tab.text('main'), { timeout: 30_000 }).toMatch(/読み込めません|保存されていません/);
  expect(await isSamePage(tab)).toBe(true);
  // What was being stored as the server died may still come to rest meanwhile: nothing may be gone.
  expect(await cachedPaths(tab)).toEqual(expect.arrayContaining(kept));
  expect(await tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
  await seeLibrary(tab, site, learner);
});

test('7 · a kept shell whose script was evicted is not served as a white page', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  const entry = await entryScript(tab);
  await tab.evaluate(async (path) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(path);
  }, entry);
  await seeLibrary(tab, site, learner);
  await expect.poll(async () => (await cachedPaths(tab)).includes(entry)).toBe(true);
});

test('9 · a file of the rest that cannot be fetched: the app starts without the server all the same', async ({
  site,
  learner,
  tab,
}) => {
  site.network.when('GET', /^\/assets\/pdf-/, { kind: 'drop-request' });
  await logIn(tab, site, learner);
  await seeLibrary(tab, site, learner);
  await expect
    .poll(() => tab.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
    .toBe(true);
  const kept = (await cachedPaths(tab)).length;
  expect(kept).toBeGreaterThan(5);
  await site.shutDown();
  await seeLibrary(tab, site, learner);
});

test('11, 15 · the first worker takes over without loading the page or losing what is typed', async ({
  site,
  tab,
}) => {
  await go(tab, site, '/login');
  await markPage(tab);
  await tab.type(part('login-id'), 'abc@example.com');
  await isWarm(tab);
  expect(await isSamePage(tab)).toBe(true);
  const value = await tab.evaluate(
    () => document.querySelector<HTMLInputElement>('[data-testid=login-id]')?.value,
  );
  expect(value).toBe('abc@example.com');
  await site.shutDown();
  await go(tab, site, '/login');
  await expect.poll(() => tab.text('h1')).toContain('ログイン');
});

test('16, 17 · a new version waits while a note is written, then comes at a tap', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  const [course] = learner.courses;
  await go(tab, site, `/mypage/lecture/${course?.inventory}?lesson=${course?.lessons[0]}`);
  await openPanel(tab, 'メモ');
  await tab.type('textarea', 'half a sentence');
  await markPage(tab);
  site.deployment.deploy('B2');
  await newWorkerWaits(tab);
  await seeNot(tab, '新しい版があります');
  expect(await isSamePage(tab)).toBe(true);
  await tab.click(await named(tab, 'button', '保存する'));
  await see(tab, '新しい版があります', part('update-bar'));
  await tab.click(`${part('update-bar')} button`);
  await expect.poll(() => entryScript(tab), { timeout: 30_000 }).toContain('-B2~');
});

test('22 · navigations the app has no page for go to the network untouched', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  const page = {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><p id="other">from the server</p>',
  } as const;
  for (const path of [
    '/api/callback/?code=1',
    '/accounts/return/?state=2',
    '/payment/return',
    '/files/a.html',
  ]) {
    site.network.when('GET', path.split('?')[0] ?? '', page);
    await go(tab, site, path);
    expect(await tab.text('#other'), path).toBe('from the server');
  }
});
