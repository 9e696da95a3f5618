import { type Answer, gate, lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 6.1 to 6.5, 6.8, 6.9: when the token is refreshed, and the calls that wait for it. */

const past = '1000';
const fresh = { access_token: 'access-1', refresh_token: 'refresh-1' };

bareTest(
  'an expired access token is refreshed before the call, which goes out once with the new one',
  async ({ app, server }) => {
    server.when('POST', api.refresh, { json: fresh });
    await app.openSignedIn();
    await writeStored(app.page, { [keys.accessExpiry]: past });
    server.forget();
    const { status } = await app.request({ url: api.thing, query: { a: 1 } });
    expect(status).toBe(200);
    expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`, `GET ${api.thing}?a=1`]);
    expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer access-1');
  },
);

bareTest(
  'the refresh body is exactly the refresh token, as JSON, without Authorization',
  async ({ app, server }) => {
    await app.openSignedIn();
    await writeStored(app.page, { [keys.accessExpiry]: past });
    await app.request(api.thing);
    const [call] = server.calls('POST', api.refresh);
    expect(call?.body).toBe('{"refresh":"refresh-0"}');
    expect(call?.headers['content-type']).toMatch(/^application\/json/);
    expect(call?.headers.authorization).toBeUndefined();
    expect(call?.search).toBe('');
  },
);

bareTest('ten calls share one refresh, and each is sent once with the new token', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.refresh, { json: fresh, after: answer.opened });
  await app.openSignedIn();
  await writeStored(app.page, { [keys.accessExpiry]: past });
  server.forget();
  const urls = Array.from({ length: 10 }, (_, index) => `/api/lms/thing/${index}/`);
  const results = app.requestAll(
    urls.map((url, index) => ({ url, method: index % 2 === 0 ? 'GET' : 'POST' })),
  );
  await server.arrival('POST', api.refresh);
  await app.settle();
  expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`]);
  answer.open();
  for (const { status } of await results) expect(status).toBe(200);
  const sent = server.calls('*', /^\/api\/lms\/thing\//);
  expect(sent.map(({ path }) => path).sort()).toEqual([...urls].sort());
  expect(sent.every(({ headers }) => headers.authorization === 'Bearer access-1')).toBe(true);
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

bareTest(
  'calls made one after the other while the refresh runs leave in their order',
  async ({ app, server }) => {
    const answer = gate();
    server.when('POST', api.refresh, { json: fresh, after: answer.opened });
    await app.openSignedIn();
    // As the page sends them: each has its own connection, so they may reach the server in another order.
    const order: string[] = [];
    app.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/lms/thing/')) order.push(pathname);
    });
    await writeStored(app.page, { [keys.accessExpiry]: past });
    const first = app.request('/api/lms/thing/1/');
    await server.arrival('POST', api.refresh);
    const second = app.request('/api/lms/thing/2/');
    await app.settle();
    const third = app.request('/api/lms/thing/3/');
    await app.settle();
    answer.open();
    await Promise.all([first, second, third]);
    expect(order).toEqual(['/api/lms/thing/1/', '/api/lms/thing/2/', '/api/lms/thing/3/']);
  },
);

test('a guarded page refreshes before it opens, even if it calls nothing itself', async ({ app, server }) => {
  await app.openSignedIn();
  await writeStored(app.page, { [keys.accessExpiry]: past });
  server.forget();
  await app.go('/mypage/settings');
  await app.expectAddress('/mypage/settings');
  await server.arrival('POST', api.refresh);
  await app.settle();
  expect(server.apiCalls()[0]?.path).toBe(api.refresh);
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

bareTest('a call to public data refreshes too, for the token is everywhere', async ({ app, server }) => {
  await app.openSignedIn();
  await writeStored(app.page, { [keys.accessExpiry]: past });
  server.forget();
  await app.request('/api/public/course/');
  expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`, 'GET /api/public/course/']);
});

bareTest(
  'an expired refresh token ends the session even if the access token is good',
  async ({ app, server }) => {
    await app.openSignedIn();
    await writeStored(app.page, { [keys.refreshExpiry]: past });
    server.forget();
    const { error } = await app.request(api.thing);
    expect(error?.message).toBe('Both token and refresh token have expired. Your request was aborted.');
    await app.expectSession('out');
    await app.expectNoTokens();
    expect(lines(server.apiCalls())).toEqual([]);
  },
);

bareTest('an expired access token without a refresh token ends the session', async ({ app, server }) => {
  await app.openSignedIn('/maintenance', { refresh: null });
  await writeStored(app.page, { [keys.accessExpiry]: past });
  server.forget();
  const { error } = await app.request(api.thing);
  expect(error?.message).toBe('Both token and refresh token have expired. Your request was aborted.');
  await app.expectSession('out');
  expect(lines(server.apiCalls())).toEqual([]);
});

test('the guard ends a session whose tokens have both run out', async ({ app, server }) => {
  await app.openSignedIn();
  await writeStored(app.page, { [keys.accessExpiry]: past, [keys.refreshExpiry]: past });
  server.forget();
  await app.go('/mypage/settings?tab=2');
  await app.expectAddress('/login');
  await app.expectNoTokens();
  expect((await app.stored()).local[keys.redirect]).toBe('/mypage/settings?tab=2');
  expect(lines(server.calls('POST'))).toEqual([]);
});

bareTest('a new token that is expired already does not refresh in a circle', async ({ app, server }) => {
  await app.page.clock.setFixedTime(Date.now());
  await app.openSignedIn();
  const stale = `x.${Buffer.from(JSON.stringify({ exp: 1000 })).toString('base64url')}.y`;
  server.when('POST', api.refresh, { json: { access_token: stale } });
  await writeStored(app.page, { [keys.accessExpiry]: past });
  server.forget();
  const { status } = await app.request(api.thing);
  expect(status).toBe(200);
  expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`, `GET ${api.thing}`]);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe(`Bearer ${stale}`);
});

bareTest('an answer without refresh_token keeps the old one and its time', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: { access_token: 'access-1' } });
  await app.openSignedIn();
  const before = (await app.stored()).local;
  await writeStored(app.page, { [keys.accessExpiry]: past });
  await app.request(api.thing);
  const after = await app.stored();
  expect(after.local[keys.refresh]).toBe('refresh-0');
  expect(after.local[keys.refreshExpiry]).toBe(before[keys.refreshExpiry]);
  expect(after.local[keys.access]).toBe('Bearer access-1');
  expect(Number(after.local[keys.accessExpiry])).toBeGreaterThan(Date.now());
});

bareTest('an answer with refresh_token replaces it and its time in all stores', async ({ app, server }) => {
  server.when('POST', api.refresh, { json: fresh });
  await app.openSignedIn();
  const before = (await app.stored()).local;
  await writeStored(app.page, { [keys.accessExpiry]: past });
  await app.request(api.thing);
  const after = await app.stored();
  for (const store of ['cookie', 'local', 'session'] as const) {
    expect(after[store][keys.refresh]).toBe('refresh-1');
    expect(decodeURIComponent(after[store][keys.access] ?? '')).toBe('Bearer access-1');
    expect(Number(after[store][keys.refreshExpiry])).toBeGreaterThan(Number(before[keys.refreshExpiry]));
  }
});

bareTest('the refresh has its own 25 seconds, and is not repeated', async ({ app, server }) => {
  await app.page.clock.install();
  server.when('POST', api.refresh, { fate: 'silence' });
  await app.openSignedIn();
  await app.page.clock.pauseAt(Date.now() + 60_000);
  await writeStored(app.page, { [keys.accessExpiry]: past });
  let isOver = false;
  const call = app.request(api.thing).finally(() => {
    isOver = true;
  });
  await server.arrival('POST', api.refresh);
  await app.page.clock.runFor(24_999);
  await app.settle();
  expect(isOver).toBe(false);
  await app.page.clock.runFor(1);
  expect((await call).error?.name).toBe('AbortError');
  await app.settle();
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  expect(lines(server.calls('GET', api.thing))).toEqual([]);
  expect(storedKeys(await app.stored())).toContain(keys.refresh);
  await app.expectSession('in');
});

bareTest('a refresh answer that comes after the logout is thrown away', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.refresh, { json: fresh, after: answer.opened });
  server.when('POST', api.logout, { status: 204 });
  await app.openSignedIn('/mypage');
  await writeStored(app.page, { [keys.accessExpiry]: past });
  const call = app.request(api.thing);
  await server.arrival('POST', api.refresh);
  const other = await app.newTab();
  await other.blank();
  await other.page.evaluate((names) => {
    for (const key of names) {
      // biome-ignore lint/suspicious/noDocumentCookie: the session is ended by another tab.
      document.cookie = `${key}=; Path=/; Max-Age=0`;
      localStorage.removeItem(key);
    }
  }, Object.values(keys));
  await app.expectSession('out');
  answer.open();
  expect((await call).error).not.toBeNull();
  await app.settle();
  await app.expectNoTokens();
  expect(lines(server.calls('GET', api.thing))).toEqual([]);
});

bareTest(
  'a refresh answer that comes after another session began does not replace its tokens',
  async ({ app, server }) => {
    const answer = gate();
    server.when('POST', api.refresh, { json: fresh, after: answer.opened });
    await app.openSignedIn();
    await writeStored(app.page, { [keys.accessExpiry]: past });
    const call = app.request(api.thing);
    await server.arrival('POST', api.refresh);
    await writeStored(app.page, {
      [keys.access]: 'Bearer other-access',
      [keys.accessExpiry]: String(Date.now() + 3_600_000),
      [keys.refresh]: 'other-refresh',
      [keys.refreshExpiry]: String(Date.now() + 86_400_000),
    });
    answer.open();
    await call;
    await app.settle();
    const { local } = await app.stored();
    expect(local[keys.access]).toBe('Bearer other-access');
    expect(local[keys.refresh]).toBe('other-refresh');
  },
);

// headers.spec.ts looks at such a call.
bareTest(
  "a guest's call goes out at once without Authorization",
  { tag: '@long' },
  async ({ app, server }) => {
    await app.openAsGuest();
    const { status } = await app.request(api.thing);
    expect(status).toBe(200);
    expect(lines(server.apiCalls())).toEqual([`GET ${api.thing}`]);
    expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBeUndefined();
  },
);

/** What a refresh may answer, see refresh-failure.spec.ts for what follows each. */
const sentOnce: [string, Answer][] = [
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['429', { status: 429, headers: { 'retry-after': '0' } }],
  ['no answer', { fate: 'drop' }],
];
for (const [name, answer] of sentOnce) {
  const tag = name === 'no answer' ? [] : '@long';
  bareTest(`a refresh that meets ${name} is sent once for the call`, { tag }, async ({ app, server }) => {
    server.when('POST', api.refresh, answer);
    await app.openSignedIn();
    await writeStored(app.page, { [keys.accessExpiry]: past });
    await app.request(api.thing);
    await app.settle();
    expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  });
}
