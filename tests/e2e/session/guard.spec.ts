import { lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import { keys, storedKeys } from '../../scripted-server/stored.ts';

/** session.md 8.1 to 8.4 and 9.2: who may see which page. */

const memberPages = [
  '/mypage',
  '/mypage/course',
  '/mypage/bookmark',
  '/mypage/favorite',
  '/mypage/recent',
  '/mypage/notice',
  '/mypage/notice/5',
  '/mypage/settings',
  '/mypage/lecture/7',
  '/mypage/learnning/7',
];

for (const path of ['/mypage', '/mypage/notice/5']) {
  const tag = path === '/mypage' ? [] : '@long';
  test(`a guest on ${path} is sent to the login page, and the page is remembered`, { tag }, async ({
    app,
    server,
  }) => {
    await app.open(path);
    await app.expectAddress('/login');
    await expect(app.part('login-submit')).toBeVisible();
    expect((await app.stored()).local[keys.redirect]).toBe(path);
    expect(lines(server.apiCalls())).toEqual([]);
  });
}

test('no member page opens for a guest: each is remembered, and the login page stands', async ({
  app,
  server,
}) => {
  await app.openAsGuest('/login');
  for (const path of memberPages) {
    await test.step(path, async () => {
      await app.go(path);
      await expect.poll(async () => (await app.stored()).local[keys.redirect]).toBe(path);
      await app.expectAddress('/login');
      await expect(app.part('login-submit')).toBeVisible();
    });
  }
  expect(lines(server.apiCalls())).toEqual([]);
});

for (const path of ['/mypage/course/', '/mypage/']) {
  const tag = path === '/mypage/course/' ? [] : '@long';
  test(`a guest on ${path} is sent to the login page in spite of the slash`, { tag }, async ({ app }) => {
    await app.open(path);
    await app.expectAddress('/login');
  });
}

test('path, query and fragment of the wanted page are remembered in all stores', async ({ app }) => {
  const wanted = '/mypage/lecture/7?lesson=3&q=%E6%95%B0#t=5';
  await app.open(wanted);
  await app.expectAddress('/login');
  const { cookie, local, session } = await app.stored();
  expect(local[keys.redirect]).toBe(wanted);
  expect(session[keys.redirect]).toBe(wanted);
  expect(decodeURIComponent(cookie[keys.redirect] ?? '')).toBe(wanted);
});

test('the login page takes the place of the wanted page in the history', async ({ app }) => {
  await app.open('/');
  await app.expectSession('out');
  const before = await app.page.evaluate(() => history.length);
  await app.go('/mypage/course');
  await app.expectAddress('/login');
  await expect(app.part('login-submit')).toBeVisible();
  expect(await app.page.evaluate(() => history.length)).toBe(before + 1);
  await app.page.goBack();
  await app.expectAddress('/');
});

// All member pages are followed so above.
test('a guest who follows a link to a member page never sees it', { tag: '@long' }, async ({
  app,
  server,
}) => {
  await app.openAsGuest('/');
  await app.go('/mypage/course?page=3');
  await app.expectAddress('/login');
  expect((await app.stored()).local[keys.redirect]).toBe('/mypage/course?page=3');
  expect(lines(server.calls('GET', api.inventory))).toEqual([]);
});

test('standing on the login page remembers nothing', async ({ app }) => {
  await app.openAsGuest('/login?from=mail#x');
  await app.settle();
  expect(storedKeys(await app.stored())).toEqual([]);
});

for (const path of ['/', '/login', '/maintenance']) {
  test(`a guest may stay on ${path}`, { tag: path === '/maintenance' ? [] : '@long' }, async ({ app }) => {
    await app.openAsGuest(path);
    await app.settle();
    expect(app.address()).toBe(path);
    expect(storedKeys(await app.stored())).toEqual([]);
  });
}

// startup.spec.ts opens it, too, before the learner is known.
test('a learner who opens the login page is sent home', { tag: '@long' }, async ({ app }) => {
  await app.seed();
  await app.open('/login');
  await app.expectAddress('/mypage');
  await app.expectSession('in');
});

// «going to the page on screen does not navigate» follows such a link, too.
test('a learner who follows a link to the login page is sent home', { tag: '@long' }, async ({ app }) => {
  await app.openSignedIn('/mypage/settings');
  await app.go('/login');
  await app.expectAddress('/mypage');
});

// not-found.spec.ts looks at the same.
test('/nowhere matches no route: no guard, the not-found screen', { tag: '@long' }, async ({ app }) => {
  await app.open('/nowhere');
  await expect(app.part('not-found')).toBeVisible();
  await app.expectSession('out');
  expect(app.address()).toBe('/nowhere');
  expect(storedKeys(await app.stored())).toEqual([]);
});

for (const path of ['/mypage/class', '/mypage/nothing/here?page=2#end']) {
  const tag = path === '/mypage/class' ? '@long' : [];
  test(`a guest on ${path}, which does not exist, logs in first and is told then`, { tag }, async ({
    app,
    server,
  }) => {
    await app.open(path);
    await app.expectAddress('/login');
    await expect(app.part('login-submit')).toBeVisible();
    await expect(app.part('not-found')).toHaveCount(0);
    expect(lines(server.apiCalls())).toEqual([]);
    expect((await app.stored()).local[keys.redirect]).toBe(path);
    await app.logIn();
    await app.expectAddress(path);
    await expect(app.part('not-found')).toBeVisible();
    await app.expectSession('in');
    await app.settle();
    expect(app.said(`Page Not Found: ${path.split('#', 1)[0]}`)).toHaveLength(1);
  });
}

const fivePlaces = ['/mypage', '/mypage/course', '/mypage/favorite', '/mypage/bookmark', '/mypage/settings'];

test('a user of only id and scope can enter every member page, and each has links to the five places', async ({
  app,
  server,
}) => {
  server.when('GET', api.user, { json: { id: 1, scope: ['member'] } });
  await app.openSignedIn('/mypage');
  for (const path of memberPages) {
    await app.go(path);
    await app.expectAddress(path);
    await expect(app.page.locator('main h1, main h2').first()).toBeVisible();
    await expect(app.part('error-page')).toHaveCount(0);
    await expect(app.part('not-found')).toHaveCount(0);
    for (const to of fivePlaces) {
      await expect(app.page.locator(`a[href="${to}"]:visible`).first()).toBeVisible();
    }
  }
});

test('a user without scope can enter a member page', async ({ app, server }) => {
  server.when('GET', api.user, { json: { id: 1 } });
  await app.openSignedIn('/mypage/settings');
  expect(app.address()).toBe('/mypage/settings');
});

test('going to the page on screen does not navigate', async ({ app }) => {
  await app.openSignedIn('/mypage');
  await app.settle();
  const before = await app.page.evaluate(() => history.length);
  await app.go('/login');
  await app.settle();
  expect(app.address()).toBe('/mypage');
  expect(await app.page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
});
