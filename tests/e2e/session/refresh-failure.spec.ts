import { type Answer, lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 6.6 and 6.7: a refusal ends the session, trouble does not. */

const past = '1000';
const message = 'Both token and refresh token have expired. Your request was aborted.';
const tokenKeys = [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry];
const calls = [
  { url: '/api/lms/thing/1/' },
  { url: '/api/lms/thing/2/' },
  { url: '/api/lms/thing/3/', method: 'POST', body: { a: 1 } },
];

const refusals: [string, Answer][] = [
  ...[400, 401, 403, 404, 410, 422].map((status): [string, Answer] => [String(status), { status }]),
  ['2xx without access_token', { json: { refresh_token: 'refresh-1' } }],
  ['an empty 200', { text: '' }],
];
/** Of all refusals alike these are in `npm test`. */
const isShort = (name: string) => ['400', '401', '2xx without access_token'].includes(name);
for (const [name, answer] of refusals) {
  const tag = isShort(name) ? [] : '@long';
  bareTest(
    `a refresh answered ${name} ends the session and every waiting call`,
    { tag },
    async ({ app, server }) => {
      await app.openSignedIn('/mypage/settings');
      server.when('POST', api.refresh, answer);
      await writeStored(app.page, { [keys.accessExpiry]: past });
      server.forget();
      const results = await app.requestAll(calls);
      expect(results.map(({ error }) => error?.message)).toEqual([message, message, message]);
      await app.expectAddress('/login');
      await app.expectSession('out');
      await app.expectNoTokens();
      await app.settle();
      expect(lines(server.apiCalls())).toEqual([`POST ${api.refresh}`]);
      expect(app.said(message)).toHaveLength(1);
      expect((await app.stored()).local[keys.redirect]).toBe('/mypage/settings');
      await app.expectBlue('セッションの有効期限が切れました。もう一度ログインしてください。');
    },
  );
}

const statuses = [408, 409, 425, 429, 500, 502, 504];
/** What a refresh meets, and the status that calls end with. On one page: each time the next refresh is answered. */
const troubles: [string, [Answer, number | null][]][] = [
  ['a status of trouble', statuses.map((status): [Answer, number] => [{ status }, status])],
  ['no answer', [[{ fate: 'drop' }, null]]],
];
for (const [name, answers] of troubles) {
  bareTest(
    `a refresh that meets ${name} keeps the session, and the next call tries again`,
    async ({ app, server }) => {
      await app.openSignedIn('/mypage/settings');
      await app.settle();
      for (const [answer, status] of answers) {
        await bareTest.step(String(status), async () => {
          const token = `access-${status}`;
          server.when('POST', api.refresh, answer, { json: { access_token: token } });
          server.forget();
          await writeStored(app.page, { [keys.accessExpiry]: past });
          const results = await app.requestAll(calls);
          for (const result of results) {
            expect(result.error).not.toBeNull();
            expect(result.error?.message).not.toBe(message);
            expect(result.status).toBe(status);
          }
          expect(lines(server.calls('*', /thing/))).toEqual([]);
          await app.expectSession('in');
          expect(storedKeys(await app.stored())).toEqual(expect.arrayContaining(tokenKeys));
          expect(app.address()).toBe('/mypage/settings');
          const { error } = await app.request(api.thing);
          expect(error).toBeNull();
          expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe(`Bearer ${token}`);
        });
      }
    },
  );
}

test('a refresh answered 503 keeps the session and starts maintenance', async ({ app, server }) => {
  server.when('POST', api.refresh, { status: 503, json: { title: '点検', message: '更新も休みです。' } });
  await app.openSignedIn('/mypage/settings');
  await app.settle();
  await writeStored(app.page, { [keys.accessExpiry]: past });
  const { status } = await app.request(api.thing);
  expect(status).toBe(503);
  await app.expectAddress('/maintenance');
  await expect(app.part('maintenance')).toContainText('更新も休みです。');
  await app.expectSession('in');
  expect(storedKeys(await app.stored())).toEqual(expect.arrayContaining(tokenKeys));
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

test('the guard opens a page although the refresh meets trouble', async ({ app, server }) => {
  server.when('POST', api.refresh, { status: 500 });
  await app.openSignedIn('/mypage');
  await app.settle();
  await writeStored(app.page, { [keys.accessExpiry]: past });
  await app.go('/mypage/settings');
  await app.expectAddress('/mypage/settings');
  await server.arrival('POST', api.refresh);
  await app.settle();
  await app.expectSession('in');
  expect(app.address()).toBe('/mypage/settings');
});

// pace.spec.ts looks at such a list.
test('a list whose refresh meets trouble shows its own error', { tag: '@long' }, async ({ app, server }) => {
  server.when('POST', api.refresh, { status: 500 });
  await app.openSignedIn('/mypage/settings');
  await app.settle();
  await writeStored(app.page, { [keys.accessExpiry]: past });
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.expectSession('in');
});

bareTest(
  'refusals said by three calls end the session once, with one navigation',
  async ({ app, server }) => {
    server.when('POST', api.refresh, { status: 401 });
    await app.openSignedIn('/mypage/settings');
    await app.settle();
    await writeStored(app.page, { [keys.accessExpiry]: past });
    const visited: string[] = [];
    app.page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await app.requestAll(calls);
    await app.expectAddress('/login');
    await app.settle();
    expect(visited).toEqual(['/login']);
  },
);
