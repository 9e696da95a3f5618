import { gate, lines } from '../../scripted-server/answers.ts';
import { bookmark, inventoryItem, listPage } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, storedKeys } from '../../scripted-server/stored.ts';

/** session.md 11.3 and 15.3: the service is closed, and says so in its own words. */

const info = { title: 'ただいま点検中です', message: '今夜11時に再開します。' };

test('a GET answered 503 is repeated once, and only the second 503 starts maintenance', async ({
  app,
  server,
}) => {
  const second = gate();
  server.when(
    'GET',
    api.thing,
    { status: 503, json: info },
    { status: 503, json: info, after: second.opened },
  );
  await app.openSignedIn('/mypage/settings');
  const call = app.request(api.thing);
  await server.arrival('GET', api.thing, 2);
  await app.settle();
  expect(app.address()).toBe('/mypage/settings');
  second.open();
  const { status, error } = await call;
  expect(status).toBe(503);
  expect(error).not.toBeNull();
  await app.expectAddress('/maintenance');
  await expect(app.part('maintenance')).toContainText(info.title);
  await expect(app.part('maintenance')).toContainText(info.message);
  expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
});

bareTest('a GET answered 503 and then 200 starts nothing', async ({ app, server }) => {
  server.when('GET', api.thing, { status: 503, json: info }, { json: { fine: true } });
  await app.openSignedIn('/mypage/settings');
  expect((await app.request(api.thing)).data).toEqual({ fine: true });
  await app.settle();
  expect(app.address()).toBe('/mypage/settings');
});

// So do those of «several 503s are one navigation» and of the tests of the words.
test('a POST answered 503 starts maintenance at once', { tag: '@long' }, async ({ app, server }) => {
  server.when('POST', api.thing, { status: 503, json: info });
  await app.openSignedIn('/mypage/settings');
  expect((await app.request({ url: api.thing, method: 'POST', body: {} })).status).toBe(503);
  await app.expectAddress('/maintenance');
  await expect(app.part('maintenance')).toContainText(info.message);
  expect(lines(server.calls('POST', api.thing))).toHaveLength(1);
});

bareTest('the session is untouched by maintenance', async ({ app, server }) => {
  server.when('GET', api.thing, { status: 503, json: info });
  await app.openSignedIn('/mypage/settings');
  await app.request(api.thing);
  await app.expectAddress('/maintenance');
  await app.expectSession('in');
  expect(storedKeys(await app.stored())).toEqual(
    [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry].sort(),
  );
});

test('a guest is led to the maintenance page too', async ({ app, server }) => {
  server.when('POST', api.login, { status: 503, json: info });
  await app.openAsGuest('/login');
  await app.logIn();
  await app.expectAddress('/maintenance');
  await expect(app.part('maintenance')).toContainText(info.message);
  expect(lines(server.calls('POST', api.login))).toHaveLength(1);
});

test('a list answered 503 leads there without anything stored', async ({ app, server }) => {
  server.when('GET', api.bookmark, { status: 503, json: info });
  await app.openSignedIn('/mypage/settings');
  await app.go('/mypage/bookmark');
  await app.expectAddress('/maintenance');
  await expect(app.part('maintenance')).toContainText(info.message);
});

test('several 503s are one navigation', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', /thing/, { status: 503, json: info, after: answer.opened });
  await app.openSignedIn('/mypage/settings');
  const before = await app.page.evaluate(() => history.length);
  const visited: string[] = [];
  app.page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  const results = app.requestAll([1, 2, 3].map((n) => ({ url: `/api/lms/thing/${n}/`, method: 'POST' })));
  await server.arrival('POST', '/api/lms/thing/3/');
  answer.open();
  await results;
  await app.expectAddress('/maintenance');
  await app.settle();
  expect(visited).toEqual(['/maintenance']);
  expect(await app.page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
});

const bodies: [string, { json?: unknown; text?: string }, string][] = [
  [
    'detail when there is no message',
    { json: { detail: '現在ご利用いただけません。' } },
    '現在ご利用いただけません。',
  ],
  ['a default sentence for an empty body', { text: '' }, 'メンテナンス'],
  ['a default sentence for an empty object', { json: {} }, 'メンテナンス'],
  ['a default sentence for a list', { json: [1, 2] }, 'メンテナンス'],
  [
    'a default sentence for values that are no text',
    { json: { title: 5, message: { a: 1 } } },
    'メンテナンス',
  ],
  [
    'a default sentence for a web page',
    { text: '<html><body><h1>503 nginx</h1></body></html>' },
    'メンテナンス',
  ],
];
// What is read of a body and said of it: src/shared/lib/transport/readFailure.test.ts, src/features/maintenance/model.test.ts.
for (const [name, body, expected] of bodies) {
  const tag = name === 'a default sentence for a web page' ? [] : '@long';
  test(`the maintenance page shows ${name}`, { tag }, async ({ app, server }) => {
    server.when('POST', api.thing, { status: 503, ...body });
    await app.openSignedIn('/mypage/settings');
    await app.request({ url: api.thing, method: 'POST' });
    await app.expectAddress('/maintenance');
    await expect(app.part('maintenance')).toContainText(expected);
    await expect(app.part('maintenance')).not.toContainText('object Object');
    await expect(app.part('maintenance').locator('h1', { hasText: 'nginx' })).toHaveCount(0);
  });
}

test('HTML in the maintenance info is text', async ({ app, server }) => {
  const nasty = '<img src=x onerror="window.broken=1"><b>太字</b>';
  server.when('POST', api.thing, { status: 503, json: { title: nasty, message: nasty } });
  await app.openSignedIn('/mypage/settings');
  await app.request({ url: api.thing, method: 'POST' });
  await expect(app.part('maintenance')).toContainText('<b>太字</b>');
  await expect(app.part('maintenance').locator('b, img[src="x"]')).toHaveCount(0);
  expect(await app.page.evaluate(() => 'broken' in window)).toBe(false);
});

test('a reload of the maintenance page keeps the info', async ({ app, server }) => {
  server.when('*', /^\/(api|accounts)\//, { status: 503, json: info });
  await app.openAsGuest('/login');
  await app.logIn();
  await app.expectAddress('/maintenance');
  await app.page.reload();
  await expect(app.part('maintenance')).toContainText(info.message);
});

test('the info is dropped at the first answer that is not 503, whatever it is', async ({ app, server }) => {
  server.when('POST', api.thing, { status: 503, json: info }, { status: 400 });
  server.when('GET', '/api/health/', { status: 503 });
  await app.openAsGuest('/login');
  await app.request({ url: api.thing, method: 'POST' });
  await app.expectAddress('/maintenance');
  await expect(app.part('maintenance')).toContainText(info.message);
  await app.request({ url: api.thing, method: 'POST' });
  await expect(app.page.getByText(info.message)).toHaveCount(0);
  await app.open('/maintenance');
  await app.settle();
  await expect(app.page.getByText(info.message)).toHaveCount(0);
});

bareTest('a 503 of another origin is only an error of that call', async ({ app, other }) => {
  other.when('*', '/elsewhere', { status: 503, json: info });
  await app.openSignedIn('/mypage/settings');
  await app.request({ url: `${other.origin}/elsewhere`, method: 'POST' });
  await app.settle();
  expect(app.address()).toBe('/mypage/settings');
});

test('a script answered 503 is no maintenance', async ({ app, server }) => {
  const script = server.scriptOf('src/app/routes/mypage/bookmark.tsx');
  server.when('GET', script, { status: 503, json: info });
  await app.openSignedIn('/mypage/settings');
  await app.go('/mypage/bookmark');
  await expect(app.part('error-page')).toBeVisible();
  expect(app.address()).not.toBe('/maintenance');
  await expect(app.part('maintenance')).toHaveCount(0);
});

test('in maintenance the stored lists stay reachable, with a note and without moving again', async ({
  app,
  server,
}) => {
  server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '微分積分')]) });
  server.when('GET', api.bookmark, { json: listPage([bookmark(1, '英文法')]) });
  await app.openSignedIn('/mypage/course');
  await expect(app.part('inventory-item')).toContainText('微分積分');
  await app.go('/mypage/bookmark');
  await expect(app.part('bookmark-item')).toContainText('英文法');
  server.when('*', /^\/(api|accounts)\//, { status: 503, json: info });
  await app.request({ url: api.thing, method: 'POST' });
  await app.expectAddress('/maintenance');
  for (const [path, item] of [
    ['/mypage/course', 'inventory-item'],
    ['/mypage/bookmark', 'bookmark-item'],
  ] as const) {
    server.forget();
    await app.page.locator(`a[href="${path}"]`).first().click();
    await app.expectAddress(path);
    await expect(app.part(item)).toBeVisible();
    await expect(app.page.getByText(/時点の内容|メンテナンス中/).first()).toBeVisible();
    await app.settle();
    expect(app.address()).toBe(path);
    await app.go('/maintenance');
    await app.expectAddress('/maintenance');
  }
});
