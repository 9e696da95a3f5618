import { gate, lines } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { inventoryItem, listPage, plainUser } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, removeTokens, seedEntries, writeStored } from '../../scripted-server/stored.ts';

/** session.md 14: several tabs share one session. */

const past = '1000';
const fresh = { access_token: 'access-1', refresh_token: 'refresh-1' };

async function twoTabs(app: AppPage, path = '/mypage/settings'): Promise<AppPage> {
  await app.openSignedIn(path);
  const second = await app.newTab();
  await second.open(path);
  await second.expectSession('in');
  // It is in on the stored user, and asks for the user all the same.
  await app.server.arrival('GET', api.user, 2);
  await second.settle();
  return second;
}

bareTest('two tabs with an expired token send one refresh', async ({ app, server }) => {
  const second = await twoTabs(app);
  const answer = gate();
  server.when('POST', api.refresh, { json: fresh, after: answer.opened });
  await writeStored(app.page, { [keys.accessExpiry]: past });
  const calls = [app.request('/api/lms/thing/1/'), second.request('/api/lms/thing/2/')];
  await server.arrival('POST', api.refresh);
  await app.settle();
  await second.settle();
  answer.open();
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  for (const { headers } of server.calls('GET', /thing/))
    expect(headers.authorization).toBe('Bearer access-1');
});

bareTest('two tabs that start with an expired token send one refresh', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.refresh, { json: fresh, after: answer.opened });
  await app.seed({ accessExpiry: 1000 });
  // Two tabs at once may load for longer than the 25 s of the refresh that waits meanwhile.
  await app.page.clock.install();
  await app.page.clock.pauseAt(Date.now() + 60_000);
  const second = await app.newTab();
  await Promise.all([app.open('/mypage/settings'), second.open('/mypage/settings')]);
  await server.arrival('POST', api.refresh);
  await app.expectSession('pending');
  await second.expectSession('pending');
  await second.settle();
  answer.open();
  await app.expectSession('in');
  await second.expectSession('in');
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

bareTest('a token another tab refreshed is adopted without a call', async ({ app, server }) => {
  const second = await twoTabs(app);
  server.when('POST', api.refresh, { json: fresh });
  await writeStored(app.page, { [keys.accessExpiry]: past });
  await app.request('/api/lms/thing/1/');
  await second.request('/api/lms/thing/2/');
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  expect(server.calls('GET', '/api/lms/thing/2/')[0]?.headers.authorization).toBe('Bearer access-1');
});

// Firefox hands a cookie on to other tabs some ms after the tab that wrote it; localStorage is there at once.
for (const [where, into] of [
  ['', undefined],
  [', though the cookie is still the old one', ['local']],
] as const) {
  bareTest(
    `a refused refresh adopts the newer tokens that are stored meanwhile${where}`,
    async ({ app, server }) => {
      const answer = gate();
      server.when('POST', api.refresh, { status: 401, after: answer.opened });
      await app.openSignedIn('/mypage/settings');
      await writeStored(app.page, { [keys.accessExpiry]: past });
      const call = app.request(api.thing);
      await server.arrival('POST', api.refresh);
      await writeStored(app.page, seedEntries({ access: 'winner', refresh: 'winner-refresh' }), into);
      answer.open();
      expect((await call).status).toBe(200);
      expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer winner');
      await app.expectSession('in');
      const { local } = await app.stored();
      expect(local[keys.access]).toBe('Bearer winner');
      expect(local[keys.refresh]).toBe('winner-refresh');
    },
  );
}

bareTest(
  'tokens another tab stored are adopted though the cookie is still the old one',
  async ({ app, server }) => {
    await app.openSignedIn('/mypage/settings');
    await writeStored(app.page, { [keys.accessExpiry]: past });
    await writeStored(app.page, seedEntries({ access: 'winner', refresh: 'winner-refresh' }), ['local']);
    expect((await app.request(api.thing)).status).toBe(200);
    expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer winner');
    expect(lines(server.calls('POST', api.refresh))).toEqual([]);
  },
);

bareTest(
  'without Web Locks a losing tab does not delete the tokens of the winner',
  async ({ app, server }) => {
    await app.context.addInitScript(() => {
      Object.defineProperty(navigator, 'locks', { value: undefined });
    });
    const second = await twoTabs(app);
    const [winner, loser] = [gate(), gate()];
    server.when(
      'POST',
      api.refresh,
      { json: fresh, after: winner.opened },
      { status: 401, after: loser.opened },
    );
    await writeStored(app.page, { [keys.accessExpiry]: past });
    const calls = [app.request('/api/lms/thing/1/'), second.request('/api/lms/thing/2/')];
    await server.arrival('POST', api.refresh, 2);
    winner.open();
    await Promise.race(calls);
    loser.open();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    await app.expectSession('in');
    await second.expectSession('in');
    expect((await app.stored()).local[keys.refresh]).toBe('refresh-1');
  },
);

bareTest('without Web Locks one tab still refreshes and calls', { tag: '@long' }, async ({ app, server }) => {
  await app.context.addInitScript(() => {
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  server.when('POST', api.refresh, { json: fresh });
  await app.openSignedIn('/mypage/settings');
  await writeStored(app.page, { [keys.accessExpiry]: past });
  expect((await app.request(api.thing)).status).toBe(200);
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

test('a logout in one tab ends the other without a reload or a second logout call', async ({
  app,
  server,
}) => {
  const second = await twoTabs(app);
  await second.go('/mypage/settings?tab=2');
  await second.expectAddress('/mypage/settings?tab=2');
  await app.part('logout').click();
  await app.expectAddress('/login');
  await second.expectAddress('/login');
  await second.expectSession('out');
  await second.settle();
  expect(lines(server.calls('POST', api.logout))).toHaveLength(1);
});

bareTest('tokens that vanish from the stores end the tab by themselves', async ({ app, server }) => {
  const second = await twoTabs(app);
  await removeTokens(app.page);
  await second.expectAddress('/login');
  await second.expectSession('out');
  await second.settle();
  expect(lines(server.calls('POST'))).toEqual([]);
  expect((await second.stored()).local[keys.redirect]).toBe('/mypage/settings');
});

// That a public page stays: redirects.spec.ts; that a logout reaches the other tab: above.
test('a tab on a public page stays there when another tab logs out', { tag: '@long' }, async ({ app }) => {
  await app.openSignedIn('/mypage');
  const second = await app.newTab();
  await second.open('/maintenance');
  await second.expectSession('in');
  await app.part('logout').click();
  await app.expectAddress('/login');
  await second.expectSession('out');
  expect(second.address()).toBe('/maintenance');
});

bareTest(
  'tokens replaced by another tab are used from the next call on, the user is asked for again',
  async ({ app, server }) => {
    const second = await twoTabs(app);
    server.forget();
    await writeStored(app.page, seedEntries({ access: 'replaced', refresh: 'replaced-refresh' }));
    await expect.poll(() => server.calls('GET', api.user).length).toBeGreaterThanOrEqual(1);
    expect(server.calls('GET', api.user)[0]?.headers.authorization).toBe('Bearer replaced');
    await second.request(api.thing);
    expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer replaced');
    await second.expectSession('in');
    expect(second.address()).toBe('/mypage/settings');
  },
);

test('another learner in the other tab: nothing of the former one stays', async ({ app, server }) => {
  server.when('GET', api.user, (call) => ({
    json: { id: call.headers.authorization === 'Bearer b' ? 2 : 1 },
  }));
  server.when('GET', api.inventory, (call) => ({
    json: listPage([
      call.headers.authorization === 'Bearer b'
        ? inventoryItem(2, '後輩の講座')
        : inventoryItem(1, '先輩の講座'),
    ]),
  }));
  const second = await twoTabs(app, '/mypage/course');
  await expect(second.part('inventory-item')).toContainText('先輩の講座');
  await writeStored(app.page, seedEntries({ access: 'b', refresh: 'b-refresh' }));
  await expect(second.part('inventory-item')).toHaveText([/後輩の講座/]);
  await expect(second.page.getByText('先輩の講座')).toHaveCount(0);
});

bareTest(
  'a user call that is under way when another learner comes does not bring the former one back',
  async ({ app, server }) => {
    const slow = gate();
    server.when('GET', api.user, ({ headers }) =>
      headers.authorization === 'Bearer b'
        ? { json: { ...plainUser, id: 2, nick_name: '後輩' } }
        : { json: { ...plainUser, nick_name: '先輩' }, after: slow.opened },
    );
    await app.seed();
    await app.open('/mypage/settings');
    await server.arrival('GET', api.user);
    const known = (who: number) =>
      app.page.evaluate(
        (id) =>
          (window.__probe?.session() as { user?: { id?: unknown } } | undefined)?.user?.id === String(id),
        who,
      );
    await writeStored(app.page, seedEntries({ access: 'b', refresh: 'b-refresh' }));
    await app.page.evaluate(() => dispatchEvent(new Event('focus')));
    await app.settle();
    slow.open();
    await expect.poll(() => known(2)).toBe(true);
    await app.settle();
    expect(await known(2)).toBe(true);
    expect(server.calls('GET', api.user).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer access-0',
      'Bearer b',
    ]);
  },
);

test('a login in one tab does not move another tab on a public page', async ({ app }) => {
  await app.openAsGuest('/maintenance');
  const second = await app.newTab();
  await second.openAsGuest('/login');
  await second.logIn();
  await second.expectAddress('/mypage');
  await app.expectSession('in');
  expect(app.address()).toBe('/maintenance');
});
