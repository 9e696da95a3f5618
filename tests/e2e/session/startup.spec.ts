import { gate, lines } from '../../scripted-server/answers.ts';
import { inventoryItem, listPage } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, seedEntries, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 4: what the app does with what it finds at its start. */

const tokenKeys = [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry].sort();
const past = 1000;

for (const path of ['/', '/login']) {
  test(`a guest on ${path} causes no account call`, { tag: path === '/' ? [] : '@long' }, async ({
    app,
    server,
  }) => {
    await app.openAsGuest(path);
    await app.settle();
    expect(lines(server.calls('*', /^\/accounts\//))).toEqual([]);
    expect(app.console).toEqual([]);
  });
}

test('usable tokens: the user is asked for exactly once, then logged in', async ({ app, server }) => {
  await app.openSignedIn('/mypage');
  await app.settle();
  expect(lines(server.calls('GET', api.user))).toHaveLength(1);
  expect(server.calls('GET', api.user)[0]?.headers.authorization).toBe('Bearer access-0');
  expect(lines(server.calls('POST'))).toEqual([]);
});

bareTest('expired access token: one refresh, then the user with the new token', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  await app.openSignedIn('/maintenance', { accessExpiry: past });
  await app.settle();
  const calls = server.calls('*', /^\/accounts\//);
  expect(calls.map(({ path }) => path)).toEqual([api.refresh, api.user]);
  expect(calls[1]?.headers.authorization).toBe('Bearer access-1');
});

const dead = {
  'an expired refresh token beside a usable access token': { refreshExpiry: past },
  'both tokens expired': { accessExpiry: past, refreshExpiry: past },
};
for (const [name, seed] of Object.entries(dead)) {
  // Both of them: the next test.
  const tag = name === 'both tokens expired' ? '@long' : [];
  bareTest(`${name}: silent reset without any call`, { tag }, async ({ app, server }) => {
    await app.seed(seed);
    await app.openAsGuest('/login');
    await app.expectNoTokens();
    await app.settle();
    expect(lines(server.apiCalls())).toEqual([]);
    expect(app.console).toEqual([]);
    expect(await app.blueSaid()).toEqual([]);
  });
}

test('both tokens expired on a member page: login page, target kept, nothing said', async ({
  app,
  server,
}) => {
  await app.seed({ accessExpiry: past, refreshExpiry: past });
  await app.open('/mypage/course?page=2');
  await app.expectAddress('/login');
  await app.expectSession('out');
  expect((await app.stored()).local[keys.redirect]).toBe('/mypage/course?page=2');
  expect(lines(server.apiCalls())).toEqual([]);
  expect(app.console).toEqual([]);
  expect(await app.blueSaid()).toEqual([]);
});

for (const status of [400, 401, 403]) {
  bareTest(
    `a refresh refused with ${status} at the start: silent reset after that one call`,
    { tag: status === 401 ? [] : '@long' },
    async ({ app, server }) => {
      server.when('POST', api.refresh, { status });
      await app.seed({ accessExpiry: past });
      await app.openAsGuest('/login');
      await app.expectNoTokens();
      await app.settle();
      expect(server.apiCalls().map(({ path }) => path)).toEqual([api.refresh]);
      expect(app.console).toEqual([]);
      expect(await app.blueSaid()).toEqual([]);
    },
  );
}

test('a learner whom the device does not know is asked for while the app is on its way, once', async ({
  app,
  server,
  page,
}) => {
  const scripts = gate();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.opened;
    await route.continue();
  });
  server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '微分積分')]) });
  await app.seed();
  const opened = app.open('/mypage/course');
  await server.arrival('GET', api.user);
  await server.arrival('GET', api.inventory);
  scripts.open();
  await opened;
  await expect(app.part('inventory-item')).toContainText('微分積分');
  await app.listsLoaded();
  for (const path of [api.user, api.inventory]) {
    expect(lines(server.calls('GET', path))).toHaveLength(1);
    expect(server.calls('GET', path)[0]?.headers.authorization).toBe('Bearer access-0');
  }
});

test('nothing is asked ahead with a token that must be renewed first', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  await app.openSignedIn('/mypage/course', { accessExpiry: past });
  expect(server.apiCalls()[0]?.path).toBe(api.refresh);
  const others = server.apiCalls().filter(({ path }) => path !== api.refresh);
  expect(others.filter(({ headers }) => headers.authorization !== 'Bearer access-1')).toEqual([]);
});

test('an answer that was asked for ahead ends the session like any other', async ({ app, server }) => {
  server.when('GET', api.user, { status: 401 });
  await app.seed();
  await app.open('/mypage/course');
  await app.expectAddress('/login');
  await app.expectNoTokens();
});

test('while the start is undecided a member page shows neither login nor content', async ({
  app,
  server,
}) => {
  const answer = gate();
  server.when('GET', api.user, { json: { id: 1 }, after: answer.opened });
  await app.seed();
  await app.open('/mypage/course?page=2#here');
  await server.arrival('GET', api.user);
  await app.expectSession('pending');
  await app.settle();
  await app.expectSession('pending');
  expect(app.address()).toBe('/mypage/course?page=2#here');
  await expect(app.part('login-submit')).toHaveCount(0);
  await expect(app.part('logout')).toHaveCount(0);
  await expect(app.part('list-empty')).toHaveCount(0);
  expect(lines(server.calls('GET', api.inventory))).toEqual([]);
  answer.open();
  await app.expectSession('in');
  expect(app.address()).toBe('/mypage/course?page=2#here');
});

test('while the start is undecided the login page does not flash for a learner', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', api.user, { json: { id: 1 }, after: answer.opened });
  await app.seed();
  await app.open('/login');
  await server.arrival('GET', api.user);
  await app.expectSession('pending');
  await app.settle();
  await expect(app.part('login-submit')).toHaveCount(0);
  answer.open();
  await app.expectAddress('/mypage');
});

bareTest('with a stored user the app starts at once while the user call hangs', async ({ app, server }) => {
  await app.openSignedIn('/mypage/settings');
  server.when('GET', api.user, { fate: 'silence' });
  server.forget();
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await server.arrival('GET', api.user);
  expect(server.calls('GET', api.user)[0]?.isAnswered).toBe(false);
});

test('with a stored user the app starts at once while the refresh hangs', async ({ app, server }) => {
  await app.openSignedIn('/mypage/settings');
  await writeStored(app.page, { [keys.accessExpiry]: String(past) });
  server.when('POST', api.refresh, { fate: 'silence' });
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
});

const ends: [string, () => { refresh?: number; user?: number }][] = [
  ['the refresh is refused', () => ({ refresh: 401 })],
  ['the user call answers 401', () => ({ user: 401 })],
];
for (const [name, statuses] of ends) {
  bareTest(`with a stored user the session ends aloud when ${name}`, async ({ app, server }) => {
    await app.openSignedIn('/mypage/settings');
    const { refresh, user } = statuses();
    if (refresh) {
      await writeStored(app.page, { [keys.accessExpiry]: String(past) });
      server.when('POST', api.refresh, { status: refresh });
    }
    if (user) server.when('GET', api.user, { status: user });
    await app.open('/mypage/settings');
    await app.expectAddress('/login');
    await app.expectSession('out');
    await app.expectNoTokens();
    expect((await app.stored()).local[keys.redirect]).toBe('/mypage/settings');
    await app.expectBlue('セッションの有効期限が切れました。もう一度ログインしてください。');
  });
}

bareTest('a stored user of other tokens is not believed', async ({ app, server }) => {
  await app.openSignedIn('/mypage/settings');
  await app.blank();
  await writeStored(app.page, seedEntries({ access: 'somebody', refresh: 'else' }));
  const answer = gate();
  server.when('GET', api.user, { json: { id: 2 }, after: answer.opened });
  server.forget();
  await app.open('/mypage/settings');
  await server.arrival('GET', api.user);
  await app.settle();
  await app.expectSession('pending');
  answer.open();
  await app.expectSession('in');
});

test('with a stored user an expired refresh token still ends everything', async ({ app, server }) => {
  await app.openSignedIn('/mypage/settings');
  await writeStored(app.page, { [keys.refreshExpiry]: String(past) });
  server.forget();
  await app.open('/mypage/settings');
  await app.expectAddress('/login');
  await app.expectNoTokens();
  await app.settle();
  expect(lines(server.apiCalls())).toEqual([]);
});

const troubles = [
  ['500', { status: 500 }],
  ['502', { status: 502 }],
  ['no answer', { fate: 'drop' as const }],
] as const;
for (const [name, answer] of troubles) {
  const tag = name === '502' ? '@long' : [];
  bareTest(
    `user call failing by ${name} without a stored user: guest for now, tokens stay, next start is in`,
    { tag },
    async ({ app, server }) => {
      server.when('GET', api.user, answer, answer, { json: { id: 1 } });
      await app.seed();
      await app.openAsGuest('/login');
      expect(storedKeys(await app.stored())).toEqual(tokenKeys);
      await app.open('/mypage/settings');
      await app.expectSession('in');
    },
  );

  bareTest(
    `user call failing by ${name} with a stored user: logged in on stored data`,
    { tag },
    async ({ app, server }) => {
      await app.openSignedIn('/mypage/settings');
      server.when('GET', api.user, answer);
      server.forget();
      await app.open('/mypage/settings');
      await server.arrival('GET', api.user, 2);
      await app.settle();
      await app.expectSession('in');
      expect(app.address()).toBe('/mypage/settings');
      expect(storedKeys(await app.stored())).toEqual(expect.arrayContaining(tokenKeys));
    },
  );

  bareTest(
    `refresh failing by ${name} without a stored user: guest for now, tokens stay`,
    { tag },
    async ({ app, server }) => {
      server.when('POST', api.refresh, answer);
      await app.seed({ accessExpiry: past });
      await app.openAsGuest('/login');
      expect(storedKeys(await app.stored())).toEqual(tokenKeys);
      await app.settle();
      expect(lines(server.calls('GET', api.user))).toEqual([]);
    },
  );
}

bareTest(
  'a user call that never answers ends after the time limit: guest for now, tokens stay',
  async ({ app, server }) => {
    const now = Date.now();
    await app.page.clock.install({ time: now });
    server.when('GET', api.user, { fate: 'silence' });
    await app.seed();
    await app.open('/mypage/settings');
    await server.arrival('GET', api.user);
    await app.page.clock.fastForward(25_100);
    await app.expectSession('out');
    expect(storedKeys(await app.stored())).toEqual(expect.arrayContaining(tokenKeys));
  },
);

test('going from page to page does not ask for the user again', async ({ app, server }) => {
  await app.openSignedIn('/mypage');
  for (const path of [
    '/mypage/course',
    '/mypage/bookmark',
    '/mypage/favorite',
    '/mypage/settings',
    '/mypage',
  ]) {
    await app.page.locator(`a[href="${path}"]`).first().click();
    await app.expectAddress(path);
  }
  await app.settle();
  expect(lines(server.calls('GET', api.user))).toHaveLength(1);
});
