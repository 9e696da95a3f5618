import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/command.ts';
import { dbCommands } from '../../cli/registry.ts';
import { passwordResets, sessions, users } from '../../db/schema/accounts.ts';
import { idempotencyKeys, rateLimits } from '../../db/schema/system.ts';
import { inLane, mostWaiting } from '../../domain/accounts/hashLanes.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { linkIn, takeMail, takeMails } from '../../testing/mails.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

type Who = { token?: string; key?: string };
type Pair = { access_token: string; refresh_token: string };

const hour = 3_600_000;
const fresh = 'himawari-77-natsu';
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn(await app.createUser({ familyName: '山田', givenName: '花子' }));
});

const post = (path: string, json: unknown, who: Who = {}) =>
  app.call('POST', `/accounts/password/${path}`, { json, ...who });
const ask = (email = user.email, key?: string) => post('reset/', { email }, key ? { key } : {});
const login = async (password: string) =>
  (await app.call('POST', '/accounts/login/', { json: { email: user.email, password } })).status;
const isAlive = async (token: string) => (await app.call('GET', '/accounts/user/', { token })).status === 200;

async function link(): Promise<{ uid: string; token: string }> {
  await ask();
  const [, , , , uid = '', token = ''] = linkIn(await takeMail(app)).pathname.split('/');
  return { uid, token };
}
const twice = (password = fresh) => ({ new_password: password, new_password_confirm: password });

describe('POST /accounts/password/reset/', () => {
  it('answers the same for every address, and mails only who has an account', async () => {
    const [known, unknown] = [await ask(), await ask('nobody@example.jp')];
    expect([known.status, unknown.status]).toEqual([202, 202]);
    const text = await known.text();
    expect(text).toBe(await unknown.text());
    expect(JSON.parse(text)).toEqual({ detail: '登録がある場合、再設定用のメールを送信しました。' });
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ to: user.email, kind: 'password-reset' });
    expect(linkIn(mail).pathname).toMatch(/^\/login\/password\/reset\/[\w-]{36}\/[\w-]{43}$/);
  });

  it('leaves the same traces in the database for both', async () => {
    await ask();
    const mine = await app.db.select().from(passwordResets);
    await ask('nobody@example.jp');
    expect(mine).toHaveLength(1);
    expect(await app.db.select().from(passwordResets)).toHaveLength(2);
    const limits = await app.db.select({ key: rateLimits.key }).from(rateLimits);
    expect(JSON.stringify(limits)).not.toMatch(/example/);
  });

  it('mails five times a day, known or not, and answers a repeated key from store', async () => {
    for (const email of [user.email, 'nobody@example.jp']) {
      const key = randomUUID();
      for (let turn = 0; turn < 3; turn += 1) await ask(email, key);
      for (let turn = 1; turn < 5; turn += 1) expect((await ask(email)).status).toBe(202);
      expect(await refusalOf(ask(email))).toBe('429 rate');
      expect((await ask(email, key)).headers.get('Idempotent-Replayed')).toBe('true');
    }
    expect(await takeMails(app)).toHaveLength(5);
  });

  it('refuses what is no address', async () => {
    expect(await refusalOf(ask('nobody'))).toBe('400 validation');
  });
});

describe('POST /accounts/password/check/', () => {
  it('says whether a link is good', async () => {
    const good = await link();
    expect((await post('check/', good)).status).toBe(204);
    for (const bad of [
      { ...good, token: 'x'.repeat(43) },
      { ...good, uid: randomUUID() },
    ])
      expect(await refusalOf(post('check/', bad))).toBe('410 link_expired');
    expect(await refusalOf(post('check/', { uid: 'x', token: 'y' }))).toBe('400 validation');
    app.clock.advance(24 * hour);
    expect(await refusalOf(post('check/', good))).toBe('410 link_expired');
  });

  it('knows no link of an unknown address', async () => {
    await ask('nobody@example.jp');
    const [row] = await app.db.select().from(passwordResets);
    expect(await refusalOf(post('check/', { uid: row?.id, token: 'x'.repeat(43) }))).toBe('410 link_expired');
  });

  it('stops who tries too many', async () => {
    for (let turn = 0; turn < 100; turn += 1) await post('check/', {});
    expect(await refusalOf(post('check/', await link()))).toBe('429 rate');
  });
});

describe('POST /accounts/password/confirm/', () => {
  const confirm = (given: object, password?: string, key?: string) =>
    post('confirm/', { ...given, ...twice(password) }, key ? { key } : {});

  it('sets the password, ends every login, lifts the pause, and tells the owner', async () => {
    const second = await app.signIn(user);
    for (let turn = 0; turn < 6; turn += 1) await login('wrong');
    expect(await login(testPassword)).toBe(429);
    expect((await confirm(await link())).status).toBe(204);
    expect([await login(testPassword), await login(fresh)]).toEqual([400, 200]);
    expect([await isAlive(user.token), await isAlive(second.token)]).toEqual([false, false]);
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ kind: 'password-changed', to: user.email });
    expect(mail.text).toContain('山田 花子 様');
  });

  it('works once, and every other link is worthless then', async () => {
    const [one, two] = [await link(), await link()];
    const [first, second] = await Promise.all([confirm(two), confirm(two, 'asagao-2026-saku')]);
    expect([first?.status, second?.status].sort()).toEqual([204, 410]);
    expect(await refusalOf(confirm(one))).toBe('410 link_expired');
  });

  it('answers a repeated key from store', async () => {
    const [given, key] = [await link(), randomUUID()];
    await confirm(given, fresh, key);
    const again = await confirm(given, fresh, key);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([204, 'true']);
    expect(await refusalOf(confirm(given, 'asagao-2026-saku', key))).toBe('410 link_expired');
  });

  it("refuses late links, another user's, and bad passwords, which leave the link good", async () => {
    const given = await link();
    const other = await app.createUser();
    await ask(other.email);
    const theirs =
      linkIn(await takeMail(app))
        .pathname.split('/')
        .at(-1) ?? '';
    expect(await refusalOf(confirm({ uid: given.uid, token: theirs }))).toBe('410 link_expired');
    expect(await refusalOf(confirm(given, 'password1'))).toBe('400 password_weak');
    expect(await refusalOf(confirm(given, testPassword))).toBe('400 password_reused');
    const differing = { ...given, new_password: fresh, new_password_confirm: 'other' };
    expect(await bodyOf<FailureBody>(post('confirm/', differing))).toMatchObject({
      fields: { new_password_confirm: ['確認用のパスワードが一致しません。'] },
    });
    expect((await post('check/', given)).status).toBe(204);
    app.clock.advance(24 * hour);
    expect(await refusalOf(confirm(given))).toBe('410 link_expired');
  });

  it('keeps the token as a hash only, and not for long', async () => {
    const { token } = await link();
    expect(JSON.stringify(await app.db.select().from(passwordResets))).not.toContain(token);
    app.clock.advance(25 * hour);
    await sweep(app.deps);
    expect(await app.db.select().from(passwordResets)).toEqual([]);
  });
});

describe('POST /accounts/password/change/', () => {
  const change = (fields: object = {}, who: Who = { token: user.token }) =>
    post('change/', { current_password: testPassword, ...twice(), ...fields }, who);

  it('sets the password, ends the other logins, and answers new tokens for this one', async () => {
    const other = await app.signIn(user);
    const answer = await change();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const pair = await bodyOf<Pair>(answer);
    expect([await isAlive(pair.access_token), await isAlive(other.token)]).toEqual([true, false]);
    expect([await login(testPassword), await login(fresh)]).toEqual([400, 200]);
    expect((await takeMail(app)).kind).toBe('password-changed');
    const refreshed = await app.call('POST', '/accounts/token/refresh/', {
      json: { refresh: pair.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    const ended = await app.db.select().from(sessions).where(eq(sessions.revokedReason, 'password'));
    expect(ended).toHaveLength(1);
  });

  it('answers a repeated key with new tokens, and stores none', async () => {
    const who = { token: user.token, key: randomUUID() };
    await change({}, who);
    const again = await change({}, who);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    expect(await isAlive((await bodyOf<Pair>(again)).access_token)).toBe(true);
    expect(await takeMails(app)).toHaveLength(1);
    expect(await app.db.select({ body: idempotencyKeys.body }).from(idempotencyKeys)).toEqual([
      { body: null },
    ]);
  });

  it.each([
    [{ current_password: 'wrong' }, 'current_wrong', 'current_password'],
    [{ new_password_confirm: 'other' }, 'validation', 'new_password_confirm'],
    [twice('short'), 'password_weak', 'new_password'],
    [twice(testPassword), 'password_reused', 'new_password'],
    [{ new_password: 5 }, 'validation', 'new_password'],
  ])('refuses %j', async (fields, code, field) => {
    const answer = await bodyOf<FailureBody>(change(fields));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([code, [field]]);
    expect(await login(testPassword)).toBe(200);
  });

  it('refuses guests and expired tokens', async () => {
    expect(await refusalOf(change({}, {}))).toBe('401 unauthorized');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(change())).toBe('401 unauthorized');
  });

  it('lets nobody guess the current password', async () => {
    const guesses = Array.from({ length: 9 }, () => change({ current_password: 'wrong' }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(await refusalOf(change())).toBe('429 rate');
    // Guesses at one device neither keep the owner from changing it at another, nor make the owner wait in a queue.
    const other = await app.signIn(user);
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const crowd = Promise.allSettled(
      Array.from({ length: 2 + mostWaiting }, () => inLane('local', () => promise)),
    );
    expect(await refusalOf(change())).toBe('429 rate');
    expect(await refusalOf(change({}, { token: other.token }))).toBe('429 busy');
    end();
    await crowd;
    expect((await change({ current_password: 'wrong' }, { token: other.token })).status).toBe(400);
    app.clock.advance(15 * 60_000);
    expect((await change()).status).toBe(200);
  });
});

describe('who has to change the password', () => {
  it('can do that, look at the account and log out, and nothing else before', async () => {
    await app.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, user.id));
    const get = (path: string) => app.call('GET', path, { token: user.token });
    expect(await bodyOf(get('/accounts/user/'))).toMatchObject({ must_change_password: true });
    expect(await refusalOf(get('/api/lms/inventory/'))).toBe('403 password_change_required');
    const changed = await post('change/', { current_password: testPassword, ...twice() }, user);
    expect(changed.status).toBe(200);
    expect((await get('/api/lms/inventory/')).status).toBe(200);
    expect(await bodyOf(get('/accounts/user/'))).toMatchObject({ must_change_password: false });
  });

  it('is said by the operator', async () => {
    const lines: string[] = [];
    const run = (...args: string[]) => {
      const context = { deps: app.deps, args, cwd: '/', print: (line: string) => lines.push(line) };
      return runCommand(dbCommands, 'password', context);
    };
    expect(await run('force', user.email.toUpperCase())).toBe(0);
    expect(await run('force', 'nobody@example.jp')).toBe(2);
    expect(await run('force')).toBe(2);
    expect(await app.db.select({ must: users.mustChangePassword }).from(users)).toEqual([{ must: true }]);
  });
});
