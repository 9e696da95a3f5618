import { lines } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, bareTest as test } from '../../scripted-server/fixtures.ts';
import { keys } from '../../scripted-server/stored.ts';
import { jwt } from '../../scripted-server/tokens.ts';

/** session.md 3: when a token counts as expired. */

const day = 86_400_000;
const start = new Date('2026-05-01T09:00:00+09:00');

async function logInAt(app: AppPage, time = start): Promise<Record<string, string>> {
  await app.page.clock.setFixedTime(time);
  await app.openAsGuest();
  await app.logIn();
  await app.expectSession('in');
  return (await app.stored()).local;
}

test('the time of a JWT is its exp in milliseconds, for both tokens', async ({ app, server }) => {
  const exp = Math.floor(start.getTime() / 1000) + 900;
  const tokens = { access_token: jwt({ exp }), refresh_token: jwt({ exp: exp + 60 }) };
  server.when('POST', api.login, { json: tokens });
  const kept = await logInAt(app);
  expect(kept[keys.accessExpiry]).toBe(String(exp * 1000));
  expect(kept[keys.refreshExpiry]).toBe(String((exp + 60) * 1000));
});

// All that a token may say of its end, and the edges to the ms: src/shared/lib/session/expiry.test.ts.
test('a JWT with a Japanese name in base64url is read', { tag: '@long' }, async ({ app, server }) => {
  const exp = Math.floor(start.getTime() / 1000) + 1200;
  // Enough letters for both signs that base64url exchanges.
  const token = jwt({ exp, name: '河野 学?>~ÿ「ÿÿ」', note: '>>>???~~~ÿÿÿ' });
  expect(token.split('.')[1]).toMatch(/[-_]/);
  server.when('POST', api.login, { json: { access_token: token, refresh_token: 'r' } });
  expect((await logInAt(app))[keys.accessExpiry]).toBe(String(exp * 1000));
});

test('tokens without a time last 30 and 60 days', async ({ app, server }) => {
  server.when('POST', api.login, { json: { access_token: 'a', refresh_token: 'r' } });
  const kept = await logInAt(app);
  expect(kept[keys.accessExpiry]).toBe(String(start.getTime() + 30 * day));
  expect(kept[keys.refreshExpiry]).toBe(String(start.getTime() + 60 * day));
});

test('expires_in of the answer is ignored', async ({ app, server }) => {
  server.when('POST', api.login, { json: { access_token: 'a', refresh_token: 'r', expires_in: 60 } });
  expect((await logInAt(app))[keys.accessExpiry]).toBe(String(start.getTime() + 30 * day));
});

const useless: [string, unknown][] = [
  ['a text', '1999999999'],
  ['zero', 0],
  ['negative', -5],
  ['null', null],
];
for (const [name, exp] of useless) {
  test(`an exp that is ${name} counts as none`, { tag: name === 'a text' ? [] : '@long' }, async ({
    app,
    server,
  }) => {
    server.when('POST', api.login, { json: { access_token: jwt({ exp }), refresh_token: 'r' } });
    expect((await logInAt(app))[keys.accessExpiry]).toBe(String(start.getTime() + 30 * day));
  });
}

test('three parts that are no JWT count as a token without a time', { tag: '@long' }, async ({
  app,
  server,
}) => {
  server.when('POST', api.login, { json: { access_token: 'no.jwt!.here', refresh_token: 'a.b.c' } });
  const kept = await logInAt(app);
  expect(kept[keys.accessExpiry]).toBe(String(start.getTime() + 30 * day));
  expect(kept[keys.refreshExpiry]).toBe(String(start.getTime() + 60 * day));
});

const edges: [string, number, number][] = [
  ['501 ms before its end a token is used', -501, 0],
  ['500 ms before its end a token counts as expired', -500, 1],
  ['at its end a token counts as expired', 0, 1],
];
for (const [name, offset, refreshes] of edges) {
  test(name, { tag: offset === -500 ? [] : '@long' }, async ({ app, server }) => {
    const end = start.getTime() + 600_000;
    await app.page.clock.setFixedTime(start);
    await app.seed({ accessExpiry: end }, undefined, start.getTime());
    await app.open('/maintenance');
    await app.expectSession('in');
    await app.page.clock.setFixedTime(end + offset);
    await app.request(api.thing);
    expect(lines(server.calls('POST', api.refresh))).toHaveLength(refreshes);
    expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
  });
}

test('a refresh token 500 ms before its end counts as expired', async ({ app, server }) => {
  const end = start.getTime() + 600_000;
  await app.page.clock.setFixedTime(end - 500);
  await app.seed({ refreshExpiry: end }, undefined, start.getTime());
  await app.openAsGuest('/login');
  await app.expectNoTokens();
  expect(lines(server.calls('*', /^\/accounts\//))).toEqual([]);
});

test('a stored time is not corrected by the token', { tag: '@long' }, async ({ app, server }) => {
  const past = jwt({ exp: 1000 });
  await app.openSignedIn('/maintenance', { access: past });
  expect(lines(server.calls('POST', api.refresh))).toEqual([]);
});

test('without a stored time the token itself tells it', async ({ app, server }) => {
  await app.openSignedIn('/maintenance', { access: jwt({ exp: 1000 }), accessExpiry: null });
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

test('without a stored time and without one in the token it is usable', { tag: '@long' }, async ({
  app,
  server,
}) => {
  await app.openSignedIn('/maintenance', { access: 'opaque', accessExpiry: null, refreshExpiry: null });
  expect(lines(server.calls('POST', api.refresh))).toEqual([]);
  expect(lines(server.calls('GET', api.user))).toHaveLength(1);
});

test('an idle app sends nothing when its tokens run out', async ({ app, server }) => {
  await app.page.clock.install({ time: start });
  await app.seed(
    // Within the hour that passes below, and not while the page opens: until then this clock follows the real one.
    { accessExpiry: start.getTime() + 1_800_000, refreshExpiry: start.getTime() + 2_700_000 },
    undefined,
    start.getTime(),
  );
  await app.open('/maintenance');
  await app.expectSession('in');
  await app.listsLoaded();
  server.forget();
  await app.page.clock.runFor(3_600_000);
  await app.settle();
  expect(lines(server.apiCalls())).toEqual([]);
  await app.expectSession('in');
});

test('a refresh token alone is a guest, and no refresh is tried', async ({ app, server }) => {
  await app.seed({ access: null });
  await app.openAsGuest('/login');
  await app.request(api.thing);
  expect(lines(server.calls('POST', api.refresh))).toEqual([]);
  expect(lines(server.calls('GET', api.user))).toEqual([]);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBeUndefined();
});
