import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { refreshTokens, sessions } from '../../db/schema/accounts.ts';
import { rateLimits } from '../../db/schema/system.ts';
import { hashToken, refreshLimit } from '../../domain/accounts/tokens.ts';
import { sweep } from '../../sweep.ts';

type Pair = { access_token: string; refresh_token: string };
const second = 1000;
const day = 86_400_000;

function send(app: TestApp, refresh: string) {
  return app.call('POST', '/accounts/token/refresh/', { json: { refresh } });
}

async function exchange(app: TestApp, refresh: string): Promise<Pair> {
  const answer = await send(app, refresh);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Pair;
}

async function isAlive(app: TestApp, token: string): Promise<boolean> {
  return (await app.call('GET', '/accounts/user/', { token })).status === 200;
}

describe('POST /accounts/token/refresh/', () => {
  it('answers a new pair, and the new ones work', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const next = await exchange(app, me.refresh);
    expect(next.refresh_token).not.toBe(me.refresh);
    expect(await isAlive(app, next.access_token)).toBe(true);
    app.clock.advance(10 * day);
    expect(await isAlive(app, next.access_token)).toBe(false);
    const later = await exchange(app, next.refresh_token);
    expect(await isAlive(app, later.access_token)).toBe(true);
  });

  it('stores no token as it is', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const rows = await app.db.select().from(refreshTokens);
    expect(rows.map((row) => row.hash)).toEqual([hashToken(me.refresh)]);
    expect(JSON.stringify(rows)).not.toContain(me.refresh);
  });

  it.each([
    ['an unknown token', { refresh: 'x'.repeat(43) }, 401, 'unauthorized'],
    ['no token', {}, 400, 'validation'],
    ['a number', { refresh: 5 }, 400, 'validation'],
  ])('refuses %s', async (_what, json, status, code) => {
    const app = await createTestApp();
    const answer = await app.call('POST', '/accounts/token/refresh/', { json });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  });

  it('refuses an access token in its place', async () => {
    const app = await createTestApp();
    expect((await send(app, (await app.signIn()).token)).status).toBe(401);
  });

  it('lets a session rest for 60 days, not longer', async () => {
    const app = await createTestApp();
    const [one, two] = [await app.signIn(), await app.signIn()];
    app.clock.advance(60 * day - 1);
    await exchange(app, one.refresh);
    app.clock.advance(1);
    expect((await send(app, two.refresh)).status).toBe(401);
  });
});

describe('how often a session is refreshed', () => {
  it('is limited, far above what an app asks for; it waits then and stays logged in', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const other = await app.signIn(me);
    let { refresh } = me;
    for (let turn = 0; turn < refreshLimit.max; turn += 1)
      refresh = (await exchange(app, refresh)).refresh_token;
    const refused = await send(app, refresh);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('600');
    expect(await refused.json()).toMatchObject({ code: 'rate', retry_after: 600 });
    await exchange(app, other.refresh);
    app.clock.advance(600 * second);
    expect(await isAlive(app, (await exchange(app, refresh)).access_token)).toBe(true);
  });

  it('is limited for a network, whatever it sends', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    await send(app, 'x');
    await app.db.update(rateLimits).set({ count: 5999 });
    await exchange(app, me.refresh);
    expect((await send(app, 'x')).status).toBe(429);
  });
});

describe('a session', () => {
  it('ends after 180 days, however often it is refreshed', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    let pair: Pair = { access_token: me.token, refresh_token: me.refresh };
    for (let turn = 0; turn < 4; turn += 1) {
      app.clock.advance(45 * day - (turn === 3 ? 60 * second : 0));
      pair = await exchange(app, pair.refresh_token);
    }
    expect(await isAlive(app, pair.access_token)).toBe(true);
    expect(decodeJwt(pair.access_token).exp).toBe((app.clock.now() + 60 * second) / second);
    app.clock.advance(60 * second);
    expect(await isAlive(app, pair.access_token)).toBe(false);
    expect((await send(app, pair.refresh_token)).status).toBe(401);
  });

  it('ends then too where a token of an earlier version is good for longer', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    await app.db.update(refreshTokens).set({ expires: new Date(app.clock.now() + 365 * day) });
    app.clock.advance(180 * day);
    expect((await send(app, me.refresh)).status).toBe(401);
  });

  it('that is over is ended by the sweep, as is one that has rested too long', async () => {
    const app = await createTestApp();
    const [me, resting] = [await app.signIn(), await app.signIn()];
    let { refresh } = me;
    for (let turn = 0; turn < 4; turn += 1) {
      await sweep(app.deps);
      app.clock.advance(45 * day);
      if (turn < 3) refresh = (await exchange(app, refresh)).refresh_token;
    }
    const young = await app.signIn(me);
    await sweep(app.deps);
    const rows = await app.db.select().from(sessions).orderBy(sessions.created);
    const reasonOf = (id: number) => rows.filter((row) => row.userId === id).map((row) => row.revokedReason);
    expect(reasonOf(me.id)).toEqual(['age', null]);
    expect(reasonOf(resting.id)).toEqual(['age']);
    expect(await isAlive(app, young.token)).toBe(true);
  });
});

// offline.md 3.41
describe('a refresh token that is shown again', () => {
  it('gets a working sibling however long the answer was lost: nobody is logged out', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    await exchange(app, me.refresh);
    app.clock.advance(3 * day);
    await exchange(app, me.refresh);
    app.clock.advance(3 * day);
    const again = await exchange(app, me.refresh);
    expect(await isAlive(app, again.access_token)).toBe(true);
    app.clock.advance(day);
    const later = await exchange(app, again.refresh_token);
    expect(await isAlive(app, later.access_token)).toBe(true);
  });

  it('is good for 60 s more after its successor was used', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const next = await exchange(app, me.refresh);
    app.clock.advance(day);
    await exchange(app, next.refresh_token);
    app.clock.advance(60 * second);
    const again = await exchange(app, me.refresh);
    expect(await isAlive(app, again.access_token)).toBe(true);
  });

  it('ends the whole session after that', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const next = await exchange(app, me.refresh);
    const last = await exchange(app, next.refresh_token);
    app.clock.advance(60 * second + 1);
    expect(await isAlive(app, last.access_token)).toBe(true);
    expect((await send(app, me.refresh)).status).toBe(401);
    expect(await isAlive(app, last.access_token)).toBe(false);
    expect((await send(app, last.refresh_token)).status).toBe(401);
    const stored = await app.db.select().from(sessions);
    expect(stored.map((session) => session.revokedReason)).toEqual(['reuse']);
  });

  it('lets a thief with a copy get no further than the next use by the learner', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const mine = await exchange(app, me.refresh);
    const stolen = await exchange(app, me.refresh);
    app.clock.advance(day);
    const further = await exchange(app, stolen.refresh_token);
    app.clock.advance(61 * second);
    expect((await send(app, mine.refresh_token)).status).toBe(401);
    expect(await isAlive(app, further.access_token)).toBe(false);
  });

  it('leaves other sessions of the user alone', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    const [stolen, own] = [await app.signIn(user), await app.signIn(user)];
    const next = await exchange(app, stolen.refresh);
    await exchange(app, next.refresh_token);
    app.clock.advance(61 * second);
    expect((await send(app, stolen.refresh)).status).toBe(401);
    expect(await isAlive(app, own.token)).toBe(true);
  });

  it('joins both lines of two tabs: after one goes on, the other is old and soon counts as copied', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const [left, right] = [await exchange(app, me.refresh), await exchange(app, me.refresh)];
    app.clock.advance(3600 * second);
    const next = await exchange(app, left.refresh_token);
    app.clock.advance(30 * second);
    const joined = await exchange(app, right.refresh_token);
    expect(await isAlive(app, joined.access_token)).toBe(true);
    app.clock.advance(31 * second);
    expect((await send(app, right.refresh_token)).status).toBe(401);
    expect(await isAlive(app, next.access_token)).toBe(false);
  });
});

describe('refreshes at the same moment', () => {
  it('all succeed, also in two processes, and leave one session', async () => {
    const app = await createTestApp();
    const other = await createTestApp({ besides: app });
    const me = await app.signIn();
    const answers = await Promise.all([app, other, app, other].map((server) => send(server, me.refresh)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const pairs = await Promise.all(answers.map(async (answer) => (await answer.json()) as Pair));
    for (const pair of pairs) expect(await isAlive(app, pair.access_token)).toBe(true);
    expect(await app.db.select().from(sessions)).toHaveLength(1);
    const used = await app.db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashToken(me.refresh)));
    expect(used[0]?.exchanged).not.toBeNull();
  });

  it('do not save a token whose family a reuse ends meanwhile', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const next = await exchange(app, me.refresh);
    const last = await exchange(app, next.refresh_token);
    app.clock.advance(61 * second);
    await Promise.all([send(app, me.refresh), send(app, last.refresh_token)]);
    expect((await send(app, last.refresh_token)).status).toBe(401);
  });
});
