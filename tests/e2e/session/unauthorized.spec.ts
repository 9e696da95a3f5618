import { gate, lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, removeTokens, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 11.2: a 401 ends the session, with two exceptions that are no verdict on the present token. */

const ended = 'セッションの有効期限が切れました。もう一度ログインしてください。';

for (const method of ['GET', 'POST', 'DELETE']) {
  bareTest(
    `a ${method} answered 401 ends the session: no refresh, no retry, no logout call`,
    { tag: method === 'DELETE' ? '@long' : [] },
    async ({ app, server }) => {
      server.when(method, api.thing, { status: 401, json: { code: 'unauthorized' } });
      await app.openSignedIn('/mypage/settings?tab=1');
      server.forget();
      const { error, status } = await app.request({ url: api.thing, method });
      expect(error).not.toBeNull();
      expect(status).toBe(401);
      await app.expectAddress('/login');
      await app.expectSession('out');
      await app.expectNoTokens();
      await app.settle();
      expect(lines(server.apiCalls())).toEqual([`${method} ${api.thing}`]);
      await app.expectBlue(ended);
      expect((await app.stored()).local[keys.redirect]).toBe('/mypage/settings?tab=1');
    },
  );
}

test('many 401s end the session once: one navigation, one message', async ({ app, server }) => {
  const answer = gate();
  server.when('*', /^\/api\/lms\/thing\//, { status: 401, after: answer.opened });
  await app.openSignedIn('/mypage/settings');
  // The header's cart is asked for behind the page.
  await server.arrival('GET', '/api/shop/cart/');
  const visited: string[] = [];
  app.page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await app.page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const bar = document.querySelector('[data-testid="blue-alert"]');
      if (bar && shown.at(-1) !== bar.textContent) shown.push(bar.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  server.forget();
  const results = app.requestAll([1, 2, 3, 4, 5].map((index) => ({ url: `/api/lms/thing/${index}/` })));
  await server.arrival('GET', '/api/lms/thing/5/');
  answer.open();
  for (const { error } of await results) expect(error).not.toBeNull();
  await app.expectAddress('/login');
  await app.settle();
  expect(visited).toEqual(['/login']);
  expect(await app.page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([ended]);
  expect(server.apiCalls().every(({ path }) => path.startsWith('/api/lms/thing/'))).toBe(true);
});

// offline.spec.ts looks at such a list.
test('a list answered 401 ends the session', { tag: '@long' }, async ({ app, server }) => {
  server.when('GET', api.bookmark, { status: 401 });
  await app.openSignedIn('/mypage/settings');
  await app.go('/mypage/bookmark');
  await app.expectAddress('/login');
  await app.expectBlue(ended);
  expect((await app.stored()).local[keys.redirect]).toBe('/mypage/bookmark');
});

bareTest('a 401 on a public page ends the session without leaving the page', async ({ app, server }) => {
  server.when('GET', api.thing, { status: 401 });
  await app.openSignedIn('/maintenance');
  await app.request(api.thing);
  await app.expectSession('out');
  await app.expectNoTokens();
  await app.settle();
  expect(app.address()).toBe('/maintenance');
});

bareTest('a 401 for a guest is only an error of the call', async ({ app, server }) => {
  server.when('GET', api.thing, { status: 401 });
  await app.openAsGuest('/');
  const { status } = await app.request(api.thing);
  expect(status).toBe(401);
  await app.settle();
  expect(app.address()).toBe('/');
  expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
  expect(await app.blueSaid()).toEqual([]);
});

const newer = {
  [keys.access]: 'Bearer newer',
  [keys.refresh]: 'newer-refresh',
};

bareTest(
  'a 401 for an older token ends nothing: the call is replayed once with the stored one',
  async ({ app, server }) => {
    await app.openSignedIn('/mypage/settings');
    const answer = gate();
    server.when('GET', api.thing, { status: 401, after: answer.opened }, { json: { fine: true } });
    const call = app.request({ url: api.thing, query: { a: 1 } });
    await server.arrival('GET', api.thing);
    await writeStored(app.page, newer);
    answer.open();
    expect(await call).toEqual({ status: 200, data: { fine: true }, error: null });
    const sent = server.calls('GET', api.thing);
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer access-0', 'Bearer newer']);
    expect(sent[1]?.search).toBe('?a=1');
    await app.expectSession('in');
    expect((await app.stored()).local[keys.access]).toBe('Bearer newer');
  },
);

bareTest(
  'a POST answered 401 for an older token is not replayed and ends nothing',
  async ({ app, server }) => {
    await app.openSignedIn('/mypage/settings');
    const answer = gate();
    server.when('POST', api.thing, { status: 401, after: answer.opened });
    const call = app.request({ url: api.thing, method: 'POST', body: {} });
    await server.arrival('POST', api.thing);
    await writeStored(app.page, newer);
    answer.open();
    expect((await call).status).toBe(401);
    await app.settle();
    expect(lines(server.calls('POST', api.thing))).toHaveLength(1);
    await app.expectSession('in');
    expect((await app.stored()).local[keys.access]).toBe('Bearer newer');
  },
);

bareTest(
  'a 401 that comes when no token is stored any more does nothing further',
  async ({ app, server }) => {
    await app.openSignedIn('/maintenance');
    const answer = gate();
    server.when('GET', api.thing, { status: 401, after: answer.opened });
    const call = app.request(api.thing);
    await server.arrival('GET', api.thing);
    await removeTokens(app.page);
    answer.open();
    expect((await call).error).not.toBeNull();
    await app.settle();
    expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
    expect(lines(server.calls('POST'))).toEqual([]);
    expect(storedKeys(await app.stored())).toEqual([]);
  },
);

bareTest('a 401 for a token that has expired meanwhile: one refresh, one replay', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  await app.openSignedIn('/mypage/settings');
  const answer = gate();
  server.when('GET', api.thing, { status: 401, after: answer.opened }, { json: { fine: true } });
  const call = app.request(api.thing);
  await server.arrival('GET', api.thing);
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  server.forget();
  answer.open();
  expect((await call).data).toEqual({ fine: true });
  expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`, `GET ${api.thing}`]);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer access-1');
  await app.expectSession('in');
});

bareTest('several 401s for a token that has expired meanwhile share one refresh', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  await app.openSignedIn('/mypage/settings');
  const answer = gate();
  server.when('GET', /thing/, (call) =>
    call.headers.authorization === 'Bearer access-0'
      ? { status: 401, after: answer.opened }
      : { json: { fine: true } },
  );
  const results = app.requestAll([1, 2, 3].map((index) => ({ url: `/api/lms/thing/${index}/` })));
  await server.arrival('GET', '/api/lms/thing/3/');
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  answer.open();
  for (const { data } of await results) expect(data).toEqual({ fine: true });
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  expect(lines(server.calls('GET', /thing/))).toHaveLength(6);
  await app.expectSession('in');
});

bareTest(
  'a POST answered 401 for a token that has expired meanwhile is not replayed',
  async ({ app, server }) => {
    server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
    await app.openSignedIn('/mypage/settings');
    const answer = gate();
    server.when('POST', api.thing, { status: 401, after: answer.opened });
    const call = app.request({ url: api.thing, method: 'POST', body: {} });
    await server.arrival('POST', api.thing);
    await writeStored(app.page, { [keys.accessExpiry]: '1000' });
    answer.open();
    expect((await call).status).toBe(401);
    await app.settle();
    expect(lines(server.calls('POST', api.thing))).toHaveLength(1);
    await app.expectSession('in');
  },
);

const replays: [string, Record<string, string>][] = [
  ['with a newer token', newer],
  ['after a refresh', { [keys.accessExpiry]: '1000' }],
];
for (const [name, change] of replays) {
  bareTest(`a 401 on the replay ${name} ends the session`, async ({ app, server }) => {
    await app.openSignedIn('/mypage/settings');
    const answer = gate();
    server.when('GET', api.thing, { status: 401, after: answer.opened }, { status: 401 });
    const call = app.request(api.thing);
    await server.arrival('GET', api.thing);
    await writeStored(app.page, change);
    answer.open();
    expect((await call).status).toBe(401);
    await app.expectAddress('/login');
    await app.expectNoTokens();
    await app.settle();
    expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
  });
}

bareTest('a refresh refused after such a 401 ends the session', async ({ app, server }) => {
  await app.openSignedIn('/mypage/settings');
  server.when('POST', api.refresh, { status: 401 });
  const answer = gate();
  server.when('GET', api.thing, { status: 401, after: answer.opened });
  const call = app.request(api.thing);
  await server.arrival('GET', api.thing);
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  answer.open();
  expect((await call).error).not.toBeNull();
  await app.expectAddress('/login');
  await app.settle();
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
});

bareTest('a 401 of another origin ends nothing', async ({ app, other }) => {
  other.when('GET', '/private', { status: 401 });
  await app.openSignedIn('/mypage/settings');
  await app.request(`${other.origin}/private`);
  await app.settle();
  await app.expectSession('in');
  expect(app.address()).toBe('/mypage/settings');
});
