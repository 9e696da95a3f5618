import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { guestKeys, idempotencyKeys, rateLimits, settings } from '../db/schema/system.ts';
import type { AppEnv } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { sweep } from '../sweep.ts';
import { requireUser } from './auth.ts';
import { onError } from './failure.ts';
import { requestId } from './requestId.ts';
import { openAnswer, sealOldRequests, sealRequest } from './requestSeal.ts';
import { write, writesPerMinute } from './write.ts';

const name = 'counter';

/** A resource that adds one at every call, so that a write that ran twice shows; `?fail=1` fails after the writing. */
function counter({ deps }: TestApp): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.use(requestId, requireUser(deps));
  app.on(['POST', 'DELETE'], '/:what/', (c) =>
    write(c, deps, async (tx) => {
      const rows = await tx
        .insert(settings)
        .values({ name, value: 1, modified: new Date(deps.clock.now()) })
        .onConflictDoUpdate({
          target: settings.name,
          set: { value: sql`to_jsonb((${settings.value})::int + 1)` },
        })
        .returning();
      if (c.req.query('fail')) throw new ApiError(409, 'conflict', 'いまはできません。');
      if (c.req.method === 'DELETE') return { body: null };
      return { status: 201, body: { value: rows[0]?.value } };
    }),
  );
  return app;
}

async function count({ db }: TestApp): Promise<unknown> {
  return (await db.select().from(settings).where(eq(settings.name, name)))[0]?.value ?? 0;
}

async function setUp() {
  const app = await createTestApp();
  const api = counter(app);
  const me = await app.signIn();
  const call = (key: string | null, path = '/a/', init: RequestInit = {}, token = me.token) =>
    api.request(path, {
      method: 'POST',
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...(key === null ? {} : { 'Idempotency-Key': key }) },
    });
  return { app, me, call };
}

describe('a write with an Idempotency-Key', () => {
  it('happens once, and its answer is repeated with a mark', async () => {
    const { app, call } = await setUp();
    const key = randomUUID();
    const first = await call(key);
    expect(first.status).toBe(201);
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    for (const spelling of [key, key.toUpperCase()]) {
      const again = await call(spelling);
      expect(again.status).toBe(201);
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
      expect(again.headers.get('Content-Type')).toBe('application/json');
      expect(await again.json()).toEqual({ value: 1 });
    }
    expect(await count(app)).toBe(1);
  });

  it('repeats an answer without a body', async () => {
    const { app, call } = await setUp();
    const key = randomUUID();
    const answers = [
      await call(key, '/a/', { method: 'DELETE' }),
      await call(key, '/a/', { method: 'DELETE' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([204, 204]);
    expect(await count(app)).toBe(1);
  });

  it('happens once when duplicates arrive at the same moment in two processes', async () => {
    const { app, me } = await setUp();
    const second = await createTestApp({ besides: app });
    const servers = [counter(app), counter(second)];
    const key = randomUUID();
    const headers = { Authorization: `Bearer ${me.token}`, 'Idempotency-Key': key };
    const calls = Array.from({ length: 6 }, (_, n) =>
      servers[n % 2]?.request('/a/', { method: 'POST', headers }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => answer?.status)).toEqual(Array(6).fill(201));
    expect(answers.filter((answer) => answer?.headers.get('Idempotent-Replayed') === 'true')).toHaveLength(5);
    expect(await count(app)).toBe(1);
  });

  it.each([
    ['another path', '/b/', {}],
    ['another query', '/a/?x=1', {}],
    ['another method', '/a/', { method: 'DELETE' }],
    ['another body', '/a/', { body: '{"x":1}' }],
  ])('refuses its key for %s', async (_what, path, init) => {
    const { app, call } = await setUp();
    const key = randomUUID();
    await call(key);
    const other = await call(key, path, init);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await count(app)).toBe(1);
  });

  it('keeps nothing of a write that failed: it may be sent again', async () => {
    const { app, call } = await setUp();
    const key = randomUUID();
    expect((await call(key, '/a/?fail=1')).status).toBe(409);
    expect(await count(app)).toBe(0);
    expect(await app.db.select().from(idempotencyKeys)).toHaveLength(0);
    expect((await call(key)).status).toBe(201);
  });

  it('belongs to its user: another one may use the same key', async () => {
    const { app, call } = await setUp();
    const other = await app.signIn();
    const key = randomUUID();
    await call(key);
    const theirs = await call(key, '/a/', {}, other.token);
    expect(theirs.headers.get('Idempotent-Replayed')).toBeNull();
    expect(await count(app)).toBe(2);
    // Each caller gets their own answer again.
    const repeated = [await call(key), await call(key, '/a/', {}, other.token)];
    expect(await Promise.all(repeated.map((answer) => answer.json()))).toEqual([{ value: 1 }, { value: 2 }]);
  });

  it('must be a UUID', async () => {
    const { app, call } = await setUp();
    const answer = await call('12345');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'validation' });
    expect(await count(app)).toBe(0);
  });

  it('is remembered for 40 days and then swept', async () => {
    const { app, call } = await setUp();
    const key = randomUUID();
    await call(key);
    app.clock.advance(40 * 86_400_000);
    await sweep(app.deps);
    expect(await app.db.select().from(idempotencyKeys)).toHaveLength(1);
    app.clock.advance(1);
    await sweep(app.deps);
    expect(await app.db.select().from(idempotencyKeys)).toHaveLength(0);
  });
});

describe('a write without a key', () => {
  it('happens each time', async () => {
    const { app, call } = await setUp();
    await call(null);
    await call(null);
    expect(await count(app)).toBe(2);
  });
});

describe('writes of one user', () => {
  it('are limited in a minute, generously, and the answer says for how long', async () => {
    const { app, call } = await setUp();
    await call(null);
    await app.db.update(rateLimits).set({ count: writesPerMinute });
    const answer = await call(null);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('Retry-After')).toBe('60');
    expect(await answer.json()).toMatchObject({ code: 'rate', retry_after: 60 });
    expect(await count(app)).toBe(1);
    app.clock.advance(60_000);
    expect((await call(null)).status).toBe(201);
  });
});

describe('what is kept of a request', () => {
  const body = '{"password":"sakura-2026"}';
  /** What anybody who guesses the password can compute. */
  const guess = createHash('sha256').update(`POST\n/a/\n${body}`).digest('hex');
  const hashes = async ({ db }: TestApp) =>
    (await db.select({ hash: idempotencyKeys.requestHash }).from(idempotencyKeys)).map(({ hash }) => hash);

  it('cannot be found by trying passwords without the server', async () => {
    const { app, call } = await setUp();
    await call(randomUUID(), '/a/', { body });
    const [hash] = await hashes(app);
    const [stored] = await app.db.select().from(idempotencyKeys);
    expect(stored?.body).not.toContain('value');
    expect(hash).toMatch(/^s1\.[\w-]{43}$/);
    for (const form of ['hex', 'base64url'] as const)
      expect(hash).not.toContain(Buffer.from(guess, 'hex').toString(form));
  });

  it('of an earlier version is sealed by the sweep too, members’ and guests’', async () => {
    const { app, me } = await setUp();
    const row = {
      key: randomUUID(),
      requestHash: guess,
      status: 200,
      body: '{"name":"山田"}',
      created: new Date(app.clock.now()),
    };
    await app.db.insert(guestKeys).values(row);
    await app.db.insert(idempotencyKeys).values([
      { ...row, userId: me.id },
      { ...row, userId: me.id, key: randomUUID(), body: null },
    ]);
    await sweep(app.deps);
    const [guest] = await app.db.select({ body: guestKeys.body }).from(guestKeys);
    const members = await app.db.select({ body: idempotencyKeys.body }).from(idempotencyKeys);
    const answers = [guest, ...members].map((one) => one?.body ?? null);
    expect(JSON.stringify(answers)).not.toContain('山田');
    expect((await Promise.all(answers.map((one) => openAnswer(app.deps.keys, one)))).sort()).toEqual(
      [row.body, row.body, null].sort(),
    );
    const guests = await app.db.select({ hash: guestKeys.requestHash }).from(guestKeys);
    const sealed = sealRequest(app.deps.keys, guess);
    expect([...guests.map(({ hash }) => hash), ...(await hashes(app))]).toEqual([sealed, sealed, sealed]);
  });

  it('of an earlier version is sealed, and its request is still not done twice', async () => {
    const { app, call } = await setUp();
    const keys = [randomUUID(), randomUUID()];
    for (const key of keys) await call(key, '/a/', { body });
    await app.db.update(idempotencyKeys).set({ requestHash: guess });
    await sealOldRequests(app.deps);
    expect(await hashes(app)).not.toContain(guess);
    for (const key of keys) {
      const again = await call(key, '/a/', { body });
      expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    }
    expect(await count(app)).toBe(2);
    expect((await call(String(keys[0]), '/a/', { body: '{}' })).status).toBe(422);
  });
});
