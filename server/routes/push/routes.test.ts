import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushInput } from '#contracts/push.ts';
import { queryRows } from '../../db/client.ts';
import { sweepPush } from '../../push/regularly.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { PushService } from '../../testing/pushService.ts';
import type { SignedIn } from '../../testing/users.ts';

const path = '/api/support/push/';
let service: PushService;
let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  service = await PushService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  app = await createTestApp({ config: { pushAllowLocal: true } });
  user = await app.signIn();
});

const post = (json: unknown, who: { token?: string; key?: string } = { token: user.token }) =>
  app.call('POST', path, { ...who, json });
const remove = (endpoint: string, who: { token?: string; key?: string } = { token: user.token }) =>
  app.call('DELETE', path, { ...who, json: { endpoint } });
const stored = () =>
  queryRows<Record<string, unknown>>(app.db, sql`select * from push_subscriptions order by id`);

describe('the public key', () => {
  it('is the same for everybody, at every time and in every process', async () => {
    const read = async (from: TestApp, token: string) =>
      (await bodyOf<{ public_key: string }>(from.call('GET', `${path}key/`, { token }))).public_key;
    const beside = await createTestApp({ besides: app });
    const other = await app.signIn();
    const keys = await Promise.all([
      read(app, user.token),
      read(beside, user.token),
      read(app, other.token),
      read(beside, other.token),
    ]);
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
  });
});

describe('every endpoint', () => {
  const calls: [string, (token?: string) => Promise<Response>][] = [
    ['key', (token) => app.call('GET', `${path}key/`, token ? { token } : {})],
    ['post', (token) => post(service.browser(), token ? { token } : {})],
    ['delete', (token) => remove('https://push.example.com/a', token ? { token } : {})],
  ];

  it.each(calls)('refuses guests and expired tokens: %s', async (_name, call) => {
    expect(await refusalOf(call())).toBe('401 unauthorized');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(call(user.token))).toBe('401 unauthorized');
  });

  it.each(calls)('is kept by no cache, and stops who calls too often: %s', async (_name, call) => {
    const first = await call(user.token);
    expect(first.status).toBeLessThan(300);
    expect(first.headers.get('Cache-Control')).toBe('no-store');
    for (let times = 1; times < 30; times += 1) await call(user.token);
    expect(await refusalOf(call(user.token))).toBe('429 rate');
  });
});

describe('a browser', () => {
  it('is stored once, with its present choice', async () => {
    const browser = service.browser(['notice']);
    expect(await bodyOf(post(browser))).toEqual({ endpoint: browser.endpoint, kinds: ['notice'] });
    await post({ ...browser, kinds: ['reminder', 'notice'] });
    expect(await stored()).toMatchObject([{ endpoint: browser.endpoint, kinds: ['reminder', 'notice'] }]);
  });

  it('is forgotten when it says so, as often as it likes', async () => {
    const browser = service.browser();
    await post(browser);
    expect((await remove(browser.endpoint)).status).toBe(204);
    expect((await remove(browser.endpoint)).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it('gets the same answer for the same key', async () => {
    const browser = service.browser();
    const key = randomUUID();
    const first = await post(browser, { token: user.token, key });
    const again = await post(browser, { token: user.token, key });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    const gone = randomUUID();
    await remove(browser.endpoint, { token: user.token, key: gone });
    const replay = await remove(browser.endpoint, { token: user.token, key: gone });
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await refusalOf(remove('https://push.example.com/b', { token: user.token, key: gone }))).toBe(
      '422 idempotency_mismatch',
    );
  });

  it('of somebody else cannot be removed, nor taken over by who only knows its address', async () => {
    const browser = service.browser();
    await post(browser);
    const stranger = await app.signIn();
    expect((await remove(browser.endpoint, { token: stranger.token })).status).toBe(204);
    const stolen = { ...service.browser(), endpoint: browser.endpoint };
    expect(await refusalOf(post(stolen, { token: stranger.token }))).toBe('409 conflict');
    expect(await stored()).toMatchObject([{ user_id: user.id }]);
  });

  it('that is handed on belongs to the learner who uses it now', async () => {
    const browser = service.browser();
    await post(browser);
    const next = await app.signIn();
    expect((await post(browser, { token: next.token })).status).toBe(200);
    expect(await stored()).toMatchObject([{ user_id: next.id }]);
  });

  it('that was away longest gives way to an eleventh', async () => {
    const browsers = Array.from({ length: 11 }, () => service.browser());
    for (const browser of browsers) {
      await post(browser);
      app.clock.advance(1000);
    }
    const left = (await stored()).map((row) => row.endpoint);
    expect(left.sort()).toEqual(
      browsers
        .slice(1)
        .map((one) => one.endpoint)
        .sort(),
    );
  });

  it('is forgotten with its login', async () => {
    await post(service.browser());
    await app.call('POST', '/accounts/logout/', { token: user.token });
    await sweepPush(app.deps);
    expect(await stored()).toEqual([]);
  });
});

describe('bad input', () => {
  const wrong: [string, (given: PushInput) => unknown, string][] = [
    ['no address', ({ endpoint: _, ...rest }) => rest, 'endpoint'],
    ['a machine of our own network', (given) => ({ ...given, endpoint: 'https://10.0.0.1/a' }), 'endpoint'],
    [
      'the cloud’s own address',
      (given) => ({ ...given, endpoint: 'http://169.254.169.254/latest' }),
      'endpoint',
    ],
    ['no TLS', (given) => ({ ...given, endpoint: 'http://push.example.com/a' }), 'endpoint'],
    ['a key that is none', (given) => ({ ...given, keys: { ...given.keys, p256dh: 'abc' } }), 'keys.p256dh'],
    ['a secret that is none', (given) => ({ ...given, keys: { ...given.keys, auth: '' } }), 'keys.auth'],
    ['an unknown kind', (given) => ({ ...given, kinds: ['everything'] }), 'kinds'],
    ['no kind', (given) => ({ ...given, kinds: [] }), 'kinds'],
  ];

  it.each(wrong)('names the field: %s', async (_name, change, field) => {
    const answer = await post(change(service.browser()));
    expect(answer.status).toBe(400);
    const { fields } = await bodyOf<FailureBody>(answer);
    expect(Object.keys(fields ?? {}).some((name) => name.startsWith(field))).toBe(true);
    expect(await stored()).toEqual([]);
  });

  it('refuses a removal without an address', async () => {
    expect(await refusalOf(app.call('DELETE', path, { token: user.token, json: {} }))).toBe('400 validation');
  });
});
