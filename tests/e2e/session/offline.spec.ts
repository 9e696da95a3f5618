import { type Answer, lines } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { bookmark, favorite, inventoryItem, listPage, plainUser } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import type { ScriptedServer } from '../../scripted-server/server.ts';
import { keys, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 15: what is on the device when the API is away. The app's files come from the server here. */

const apis = /^\/(api|accounts)\//;
const tokenKeys = [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry].sort();

const lists = [
  {
    name: 'inventory',
    path: '/mypage/course',
    call: api.inventory,
    item: 'inventory-item',
    make: inventoryItem,
  },
  { name: 'favorites', path: '/mypage/favorite', call: api.favorite, item: 'favorite-item', make: favorite },
  { name: 'bookmarks', path: '/mypage/bookmark', call: api.bookmark, item: 'bookmark-item', make: bookmark },
];

/** The three lists seen once, so that the device has them. */
async function visitLists(app: AppPage, server: ScriptedServer): Promise<void> {
  for (const { call, make } of lists) server.when('GET', call, { json: listPage([make(1, '微分積分')]) });
  // A bookmarked course is kept to be read without a network: the same course, asked for quietly.
  server.when('GET', `${api.inventory}1/`, { json: inventoryItem(1, '微分積分') });
  await app.openSignedIn('/mypage/settings');
  for (const { path, item } of lists) {
    await app.go(path);
    await expect(app.part(item)).toContainText('微分積分');
  }
  await app.go('/mypage/settings');
  await app.expectAddress('/mypage/settings');
}

test('lists come from the device when there is no answer, with their age', async ({ app, server }) => {
  await visitLists(app, server);
  server.when('*', apis, { fate: 'drop' });
  for (const { name, path, item } of lists) {
    await test.step(name, async () => {
      await app.open(path);
      await expect(app.part(item)).toContainText('微分積分');
      await expect(app.page.getByText(/時点の内容/).first()).toBeVisible();
      await app.expectSession('in');
      expect(app.address()).toBe(path);
      await expect(app.part('error-page')).toHaveCount(0);
    });
  }
});

for (const status of [403, 404]) {
  const tag = status === 403 ? [] : '@long';
  test(`lists answered ${status} are not taken from the device`, { tag }, async ({ app, server }) => {
    await visitLists(app, server);
    for (const { name, path, call, item, make } of lists) {
      await test.step(name, async () => {
        server.when('GET', call, { status });
        await app.open(path);
        await expect(
          app.part('list-error').or(app.part('list-empty')).or(app.part('not-found')),
        ).toBeVisible();
        await expect(app.part(item)).toHaveCount(0);
        server.when('GET', call, { json: listPage([make(1, '微分積分')]) });
      });
    }
  });
}

test('a list answered 401 is not taken from the device: the session ends', async ({ app, server }) => {
  await visitLists(app, server);
  server.when('GET', api.bookmark, { status: 401 });
  await app.open('/mypage/bookmark');
  await app.expectAddress('/login');
  await expect(app.part('bookmark-item')).toHaveCount(0);
});

// Its retries are looked at in pace.spec.ts.
test('a list that was never seen says so in place, and the session stays', { tag: '@long' }, async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage/settings');
  server.when('*', apis, { fate: 'drop' });
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.expectSession('in');
});

// So is one with an expired access token, below.
test('a start without the API is logged in on the stored user, tokens untouched', { tag: '@long' }, async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage/settings');
  server.when('*', apis, { fate: 'drop' });
  const before = await app.stored();
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  await server.arrival('GET', api.user, 2);
  await app.settle();
  const after = await app.stored();
  for (const key of tokenKeys) expect(after.local[key]).toBe(before.local[key]);
});

const outages: [string, Answer][] = [
  ['there is no answer', { fate: 'drop' }],
  ['nothing is ever answered', { fate: 'silence' }],
  ['the server is broken', { status: 502 }],
];
for (const [name, answer] of outages) {
  const tag = name === 'there is no answer' ? [] : '@long';
  test(`a start with an expired access token when ${name}: in, tokens untouched`, { tag }, async ({
    app,
    server,
  }) => {
    await app.openSignedIn('/mypage/settings');
    await writeStored(app.page, { [keys.accessExpiry]: '1000' });
    server.when('*', apis, answer);
    await app.open('/mypage/settings');
    await app.expectSession('in');
    await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
    await server.arrival('POST', api.refresh);
    await app.settle();
    expect(app.address()).toBe('/mypage/settings');
    const { local } = await app.stored();
    expect(local[keys.access]).toBe('Bearer access-0');
    expect(local[keys.refresh]).toBe('refresh-0');
    expect(local[keys.accessExpiry]).toBe('1000');
  });
}

bareTest('the first call after the way is free again refreshes', async ({ app, server }) => {
  await app.openSignedIn('/mypage/settings');
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  server.when('*', apis, { fate: 'drop' });
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await server.arrival('POST', api.refresh);
  server.when('*', apis, { json: {} });
  server.when('GET', api.user, { json: plainUser });
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  // A refresh that was lost just before is over for the app, too: the call would join it.
  await app.settle();
  await app.request(api.thing);
  expect(server.calls('GET', api.thing).at(-1)?.headers.authorization).toBe('Bearer access-1');
  expect(storedKeys(await app.stored())).toEqual(tokenKeys);
});

// Nothing is asked then, as startup.spec.ts sees: no matter whether anybody would answer.
test('a start without the API and with an expired refresh token: reset', { tag: '@long' }, async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage/settings');
  await writeStored(app.page, { [keys.refreshExpiry]: '1000' });
  server.when('*', apis, { fate: 'drop' });
  server.forget();
  await app.open('/mypage/settings');
  await app.expectAddress('/login');
  await app.expectNoTokens();
  expect(lines(server.calls('*', /^\/accounts\//))).toEqual([]);
});

test('a list that never answers is shown from the device after the time limit', async ({ app, server }) => {
  await app.page.clock.install();
  await visitLists(app, server);
  server.when('GET', api.bookmark, { fate: 'silence' });
  server.forget();
  await app.open('/mypage/bookmark');
  await server.arrival('GET', api.bookmark);
  await expect(app.part('bookmark-item')).toContainText('微分積分');
  await app.page.clock.fastForward(25_000);
  await expect(app.page.getByText(/時点の内容/).first()).toBeVisible();
  await expect(app.part('bookmark-item')).toContainText('微分積分');
  await expect(app.part('list-error')).toHaveCount(0);
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  // On the real server: offline/worker.spec.ts.
  test('the worker keeps no answer of accounts or of the learning API', { tag: '@long' }, async ({
    app,
    server,
  }) => {
    server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '微分積分')]) });
    await app.openSignedIn('/mypage/course');
    await app.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    server.forget();
    await app.open('/mypage/course');
    await expect(app.part('inventory-item')).toContainText('微分積分');
    await server.arrival('GET', api.user);
    await server.arrival('GET', api.inventory);
    await app.settle();
    const kept = await app.page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) found.push(new URL(url).pathname);
      }
      return found;
    });
    expect(kept.filter((path) => /^\/(accounts|api)\//.test(path))).toEqual([]);
  });
});
