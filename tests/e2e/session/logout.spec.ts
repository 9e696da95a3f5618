import { type Answer, gate, lines } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { bookmark, favorite, inventoryItem, listPage } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import { isKept, keys, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 7: what a logout sends, and what it leaves behind. */

/** A page with the button that asks for nothing of its own: only the logout meets the token that has run out. */
const still = '/mypage/settings';

async function logOut(app: AppPage): Promise<void> {
  await app.part('logout').click();
  await app.expectAddress('/login');
  await app.expectSession('out');
}

test('logout is one POST with the token and without a body; tokens and wanted page leave all stores', async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage');
  await writeStored(app.page, { [keys.redirect]: '/mypage/course' });
  await logOut(app);
  await app.settle();
  const sent = server.calls('POST', api.logout);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.authorization).toBe('Bearer access-0');
  expect(sent[0]?.body).toBe('');
  expect(sent[0]?.headers['content-type']).toBeUndefined();
  await app.expectBlue('ログアウトしました。');
  expect(storedKeys(await app.stored())).toEqual([]);
});

const failures: [string, Answer][] = [
  ...[400, 401, 404, 500, 503].map((status): [string, Answer] => [String(status), { status }]),
  ['no answer', { fate: 'drop' }],
];
/** 401 and 503 mean more than a failure elsewhere. */
const isShort = (name: string) => ['401', '503', 'no answer'].includes(name);
for (const [name, answer] of failures) {
  test(`a logout that fails by ${name} still ends the session, sent once and only logged`, {
    tag: isShort(name) ? [] : '@long',
  }, async ({ app, server }) => {
    server.when('POST', api.logout, answer);
    await app.openSignedIn('/mypage');
    await logOut(app);
    await app.settle();
    expect(lines(server.calls('POST', api.logout))).toHaveLength(1);
    expect(lines(server.calls('POST', api.refresh))).toEqual([]);
    expect(app.address()).toBe('/login');
    expect(storedKeys(await app.stored())).toEqual([]);
    expect(app.console.length).toBeGreaterThan(0);
    await app.expectBlue('ログアウトしました。');
  });
}

// The limit of each call: time-limit.spec.ts.
test('a logout that hangs ends after 25 seconds', { tag: '@long' }, async ({ app, server }) => {
  await app.page.clock.install();
  server.when('POST', api.logout, { fate: 'silence' });
  await app.openSignedIn('/mypage');
  await app.settle();
  await app.part('logout').click();
  await server.arrival('POST', api.logout);
  await app.page.clock.fastForward(25_000);
  await app.expectAddress('/login');
  await app.expectNoTokens();
  expect(lines(server.calls('POST', api.logout))).toHaveLength(1);
});

test('an expired access token is refreshed before the logout', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  await app.openSignedIn(still);
  // The header's cart is asked for behind the page.
  await server.arrival('GET', '/api/shop/cart/');
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  server.forget();
  await logOut(app);
  expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`, `POST ${api.logout}`]);
  expect(server.calls('POST', api.logout)[0]?.headers.authorization).toBe('Bearer access-1');
});

for (const [name, answer] of [
  ['is refused', { status: 401 }],
  ['meets trouble', { status: 500 }],
] as [string, Answer][]) {
  const tag = name === 'meets trouble' ? [] : '@long';
  test(`the logout ends here even when the refresh before it ${name}`, { tag }, async ({ app, server }) => {
    server.when('POST', api.refresh, answer);
    await app.openSignedIn(still);
    await writeStored(app.page, { [keys.accessExpiry]: '1000' });
    await logOut(app);
    await app.expectNoTokens();
    expect(lines(server.calls('POST', api.logout))).toEqual([]);
  });
}

test('a second click on logout does nothing', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.logout, { status: 204, after: answer.opened });
  await app.openSignedIn('/mypage');
  await expect(app.part('logout')).toBeVisible();
  await app.page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-testid="logout"]');
    button?.click();
    button?.click();
  });
  await server.arrival('POST', api.logout);
  await app
    .part('logout')
    .click({ force: true, timeout: 1000 })
    .catch(() => undefined);
  await app.settle();
  answer.open();
  await app.expectAddress('/login');
  expect(lines(server.calls('POST', api.logout))).toHaveLength(1);
});

test('running calls are aborted by the reset, and their late answers are ignored', async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage');
  server.when('GET', api.thing, { fate: 'silence' });
  const call = app.request(api.thing);
  const arrived = await server.arrival('GET', api.thing);
  await logOut(app);
  expect((await call).error?.name).toBe('AbortError');
  await expect.poll(() => arrived.isAborted).toBe(true);
  expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
});

test('nothing of the learner is kept after the logout', async ({ app, server }) => {
  server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '秘密の講座')]) });
  server.when('GET', `${api.inventory}1/`, { json: inventoryItem(1, '秘密の講座') });
  server.when('GET', api.bookmark, { json: listPage([bookmark(1, '秘密の講座')]) });
  server.when('GET', api.favorite, { json: listPage([favorite(1, '秘密の講座')]) });
  server.when('GET', api.user, { json: { id: 7, family_name: '秘密さん', scope: ['member'] } });
  await app.openSignedIn('/mypage/course');
  await expect(app.part('inventory-item')).toContainText('秘密の講座');
  await app.go('/mypage/bookmark');
  await expect(app.part('bookmark-item')).toContainText('秘密の講座');
  expect(await isKept(app.page, '秘密')).toBe(true);
  await app.go('/mypage');
  await logOut(app);
  await expect.poll(() => isKept(app.page, '秘密')).toBe(false);
});

test('another learner after the logout sees only their own lists', async ({ app, server }) => {
  server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '先輩の講座')]) });
  await app.openSignedIn('/mypage/course');
  await expect(app.part('inventory-item')).toContainText('先輩の講座');
  await app.go('/mypage');
  await logOut(app);
  const answer = gate();
  server.when('GET', api.user, { json: { id: 2 } });
  server.when('GET', api.inventory, {
    json: listPage([inventoryItem(2, '後輩の講座')]),
    after: answer.opened,
  });
  await app.logIn();
  await app.expectAddress('/mypage');
  await app.go('/mypage/course');
  await app.expectAddress('/mypage/course');
  await app.settle();
  await expect(app.part('inventory-item')).toHaveCount(0);
  answer.open();
  await expect(app.part('inventory-item')).toHaveText([/後輩の講座/]);
});

test('back after the logout shows no member content', async ({ app, server }) => {
  server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '秘密の講座')]) });
  await app.openSignedIn('/mypage/course');
  await expect(app.part('inventory-item')).toBeVisible();
  await app.page.locator('a[href="/mypage"]').first().click();
  await app.expectAddress('/mypage');
  await logOut(app);
  await app.page.goBack();
  await app.expectAddress('/login');
  await expect(app.part('inventory-item')).toHaveCount(0);
  await expect(app.part('logout')).toHaveCount(0);
  await app.expectSession('out');
});

test('work that was not sent yet outlives the end of a session and is sent in the next one', async ({
  app,
  server,
}) => {
  server.when('POST', api.bookmark, { fate: 'drop' });
  await app.openSignedIn('/mypage/lecture/7');
  await app.page
    .getByRole('button', { name: /しおり/ })
    .first()
    .click();
  await server.arrival('POST', api.bookmark);
  server.when('POST', api.thing, { status: 401 });
  await app.request({ url: api.thing, method: 'POST' });
  await app.expectAddress('/login');
  await app.expectNoTokens();
  server.when('POST', api.bookmark, { json: bookmark(7, '講座7') });
  server.forget();
  await app.logIn();
  const sent = await server.arrival('POST', api.bookmark);
  expect(JSON.parse(sent.body)).toMatchObject({ course: '7', is_check: true });
});
