import type { Call } from '../../scripted-server/answers.ts';
import { lines } from '../../scripted-server/answers.ts';
import { inventoryItem, listPage } from '../../scripted-server/content.ts';
import { api, defaultAnswer } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import type { ScriptedServer } from '../../scripted-server/server.ts';
import { jwt } from '../../scripted-server/tokens.ts';

/** Whatever the device's clock says, a token ends when its server says so (session.md 3.2 and 11.2). */

const second = 1000;
const day = 86_400_000;
/** Clocks of devices, as a difference to the server's, ms. */
const clocks: [string, number][] = [
  ['30 s behind', -30 * second],
  ['2 h behind', -7200 * second],
  ['30 s ahead', 30 * second],
  ['2 h ahead', 7200 * second],
];

/** How a server says what time it is: by its own header, by `Date` alone, or not at all. */
const saidBy: Record<string, () => Record<string, string>> = {
  'X-Server-Time': () => ({ 'x-server-time': String(Date.now()) }),
  Date: () => ({}),
  nothing: () => ({ date: '' }),
};

const tokenFor = (seconds: number) => jwt({ exp: Math.floor(Date.now() / second) + seconds });

function isOver({ headers }: Call): boolean {
  const [, payload = ''] = headers.authorization?.split('.') ?? [];
  if (payload === '') return false;
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return exp * second <= Date.now();
}

/** An API that refuses tokens that are over by its own clock. `life`: that of the token a login gives, s. */
function answerByClock(server: ScriptedServer, says: () => Record<string, string>, life: number): void {
  server.when('*', /^\/(api|accounts)\//, (call) => {
    const answer = isOver(call) ? { status: 401 } : defaultAnswer(call, new Map());
    const isLogin = call.path === api.login;
    const tokens = { access_token: tokenFor(isLogin ? life : 3600), refresh_token: tokenFor(100_000) };
    const isNew = isLogin || call.path === api.refresh;
    return { ...answer, ...(isNew ? { json: tokens } : {}), headers: says() };
  });
}

// All clocks, without a browser: src/shared/lib/session/tokens.test.ts.
for (const [name, off] of clocks) {
  bareTest(
    `clock ${name}: a token that is over by the server is refreshed once, before it is sent`,
    { tag: name === '2 h behind' ? [] : '@long' },
    async ({ app, server }) => {
      answerByClock(server, saidBy['X-Server-Time'] ?? (() => ({})), -1);
      await app.page.clock.install({ time: Date.now() + off });
      await app.openAsGuest();
      await app.logIn();
      await app.expectSession('in');
      const { status } = await app.request(api.thing);
      expect(status).toBe(200);
      expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
      expect(server.calls().filter(isOver)).toEqual([]);
    },
  );

  bareTest(
    `clock ${name}: a token that the server takes is used as it is`,
    { tag: name === '2 h ahead' ? [] : '@long' },
    async ({ app, server }) => {
      answerByClock(server, saidBy['X-Server-Time'] ?? (() => ({})), 600);
      await app.page.clock.install({ time: Date.now() + off });
      await app.openAsGuest();
      await app.logIn();
      await app.expectSession('in');
      await app.request(api.thing);
      await app.page.reload();
      await app.expectSession('in');
      await app.request(api.thing);
      expect(lines(server.calls('POST', api.refresh))).toEqual([]);
    },
  );
}

for (const by of ['Date', 'nothing']) {
  bareTest(
    `clock 2 h behind, and the server says its time by ${by}: one refresh, one replay, no login`,
    { tag: by === 'nothing' ? [] : '@long' },
    async ({ app, server }) => {
      answerByClock(server, saidBy[by] ?? (() => ({})), -1);
      await app.page.clock.install({ time: Date.now() - 7200 * second });
      await app.openAsGuest();
      await app.logIn();
      await app.expectSession('in');
      await app.request(api.thing);
      expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
      expect(lines(server.calls().filter(isOver))).toEqual([`GET ${api.user}`]);
    },
  );
}

bareTest(
  'a device two days behind whose clock is put right keeps its session: one refresh, no login',
  async ({ app, server }) => {
    answerByClock(server, saidBy['X-Server-Time'] ?? (() => ({})), 600);
    await app.page.clock.install({ time: Date.now() - 2 * day });
    await app.openAsGuest();
    await app.logIn();
    await app.expectSession('in');
    await app.page.clock.setSystemTime(Date.now());
    await app.page.reload();
    await app.expectSession('in');
    expect((await app.request(api.thing)).status).toBe(200);
    expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
  },
);

bareTest(
  'where the server says no time at all, a 401 that stays one after a refresh ends the session',
  async ({ app, server }) => {
    server.when('*', /^\/(api|accounts)\//, (call) => {
      const answer = call.path === api.thing ? { status: 401 } : defaultAnswer(call, new Map());
      return { ...answer, headers: saidBy.nothing?.() };
    });
    await app.openSignedIn('/mypage/settings');
    server.forget();
    expect((await app.request(api.thing)).status).toBe(401);
    await app.expectAddress('/login');
    await app.expectNoTokens();
    await app.settle();
    expect(lines(server.apiCalls())).toEqual([`GET ${api.thing}`, `POST ${api.refresh}`, `GET ${api.thing}`]);
  },
);

test('the days left of a course are counted by the server, on a device that is two days behind', async ({
  app,
  server,
}) => {
  const item = inventoryItem(7, '数学', { expire_at: new Date(Date.now() + 5 * day).toISOString() });
  const headers = saidBy['X-Server-Time'];
  server.when('GET', api.inventory, () => ({ json: listPage([item]), headers: headers?.() }));
  server.when('GET', api.user, (call) => ({ ...defaultAnswer(call, new Map()), headers: headers?.() }));
  await app.page.clock.install({ time: Date.now() - 2 * day });
  await app.seed();
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await app.listsLoaded();
  await app.go('/mypage/course');
  await expect(app.part('inventory-item')).toContainText('残り5日');
});
