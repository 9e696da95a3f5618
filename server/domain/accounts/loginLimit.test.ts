import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { linkIn, takeMail } from '#server/testing/mails.ts';
import { testPassword } from '#server/testing/users.ts';
import { rateLimits } from '../../db/schema/system.ts';
import { deriveKeys } from '../../keys.ts';
import { inLane, mostWaiting } from './hashLanes.ts';

const minute = 60_000;

const strange = '203.0.113.';

/** An answer without the parts that differ every time. */
async function told(answer: Response): Promise<object> {
  const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, ...body };
}

function login(app: TestApp, email: string, password: string, headers: Record<string, string> = {}) {
  return app.call('POST', '/accounts/login/', { json: { email, password }, headers });
}

describe('the limit of logins', () => {
  it('pauses an address after five wrong passwords, also for the right one, and says how long', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    for (let turn = 0; turn < 5; turn += 1) expect((await login(app, user.email, 'wrong')).status).toBe(400);
    app.clock.advance(minute);
    const answer = await login(app, user.email, testPassword);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('Retry-After')).toBe('840');
    expect(await answer.json()).toMatchObject({
      code: 'rate',
      retry_after: 840,
      detail: 'ログインを一時停止しました。14分後にお試しいただくか、パスワードを再設定してください。',
    });
    app.clock.advance(14 * minute);
    expect((await login(app, user.email, testPassword)).status).toBe(200);
  });

  it('does not even look at passwords while it lasts', async () => {
    const app = await createTestApp();
    for (let turn = 0; turn < 8; turn += 1) await login(app, 'x@example.com', 'wrong');
    const rows = await app.db.select({ count: rateLimits.count }).from(rateLimits);
    // The counters of the caller with this address, of the network and of the address: a try that was refused unseen
    // counts in none.
    expect(rows).toEqual([{ count: 5 }, { count: 5 }, { count: 5 }]);
  });

  it('counts for all server processes together', async () => {
    const app = await createTestApp();
    const second = await createTestApp({ besides: app });
    for (let turn = 0; turn < 5; turn += 1) await login(turn % 2 ? app : second, 'x@example.com', 'wrong');
    expect((await login(second, 'x@example.com', 'wrong')).status).toBe(429);
  });

  it('lets no more than five of many guesses at once be tried', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    const guesses = Array.from({ length: 12 }, (_, turn) => login(app, user.email, `wrong ${turn}`));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect((await login(app, user.email, testPassword)).status).toBe(429);
    // A refused caller took no turn of any other limit either.
    expect(await app.db.select({ count: rateLimits.count }).from(rateLimits)).toEqual(
      Array(3).fill({ count: 5 }),
    );
  });

  it('is looked at before the queue of those whose password is worked out', async () => {
    const app = await createTestApp();
    for (let turn = 0; turn < 5; turn += 1) await login(app, 'x@example.com', 'wrong');
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const crowd = Promise.allSettled(
      Array.from({ length: 2 + mostWaiting }, () => inLane('local', () => promise)),
    );
    const refusal = (email: string) => login(app, email, 'wrong').then(told);
    expect(await refusal('x@example.com')).toMatchObject({ status: 429, code: 'rate' });
    expect(await refusal('y@example.com')).toMatchObject({ status: 429, code: 'busy' });
    end();
    await crowd;
  });

  it('is counted under the key of the server: who only has the database cannot try addresses', async () => {
    const app = await createTestApp();
    const counters = () => app.db.select({ key: rateLimits.key }).from(rateLimits);
    await login(app, 'x@example.com', 'wrong');
    expect(await counters()).toHaveLength(3);
    const { guessable, codes } = await deriveKeys('another secret that only tests use');
    Object.assign(app.deps.keys, { guessable, codes });
    await login(app, 'x@example.com', 'wrong');
    expect(await counters()).toHaveLength(6);
  });

  it('pauses neither another address nor another caller, and a success starts anew', async () => {
    const app = await createTestApp({ config: { trustedProxies: 1 } });
    const [user, other] = [await app.createUser(), await app.createUser()];
    const from = (ip: string) => ({ 'X-Forwarded-For': `6.6.6.6, ${ip}` });
    for (let turn = 0; turn < 4; turn += 1) await login(app, user.email, 'wrong', from('1.1.1.1'));
    expect((await login(app, user.email, testPassword, from('1.1.1.1'))).status).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) await login(app, user.email, 'wrong', from('1.1.1.1'));
    expect((await login(app, user.email, testPassword, from('1.1.1.1'))).status).toBe(429);
    expect((await login(app, user.email, testPassword, from('2.2.2.2'))).status).toBe(200);
    expect((await login(app, other.email, testPassword, from('1.1.1.1'))).status).toBe(200);
  });
});

describe('wrong passwords from one network', () => {
  const from = (ip: string) => ({ 'X-Forwarded-For': ip });

  it.each([
    ['an address', () => '192.0.2.1'],
    ['the addresses of one home', (turn: number) => `2001:db8:1:1::${turn.toString(16)}`],
  ])('are a hundred for all accounts together: %s', async (_what, addressOf) => {
    const app = await createTestApp({ config: { trustedProxies: 1 } });
    const users = await Promise.all(Array.from({ length: 40 }, () => app.createUser()));
    const statuses: number[] = [];
    for (const [turn, { email }] of users.entries())
      for (let guess = 0; guess < 4; guess += 1)
        statuses.push((await login(app, email, 'wrong', from(addressOf(turn * 4 + guess)))).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect(statuses.slice(100)).toEqual(Array(60).fill(429));
    const last = users.at(-1)?.email ?? '';
    const refused = await told(await login(app, last, testPassword, from(addressOf(999))));
    expect(refused).toEqual(await told(await login(app, 'nobody@example.com', 'x', from(addressOf(998)))));
    expect((await login(app, last, testPassword, from('2001:db8:1:2::1'))).status).toBe(200);
    app.clock.advance(15 * minute);
    expect((await login(app, last, testPassword, from(addressOf(997)))).status).toBe(200);
  });

  it('leave a school in: many learners mistype and log in behind one address', async () => {
    const app = await createTestApp({ config: { trustedProxies: 1 } });
    for (let turn = 0; turn < 45; turn += 1) {
      const { email } = await app.createUser();
      for (let typo = 0; typo < 3; typo += 1)
        expect((await login(app, email, 'wrong', from('192.0.2.1'))).status).toBe(400);
      expect((await login(app, email, testPassword, from('192.0.2.1'))).status).toBe(200);
    }
  });

  it('are not counted for who has the right one', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    for (let turn = 0; turn < 130; turn += 1)
      expect((await login(app, user.email, testPassword)).status).toBe(200);
  });
});

describe('wrong passwords for one account from many networks', () => {
  let app: TestApp;
  let email: string;
  const from = (ip: string, Cookie = '') => ({ 'X-Forwarded-For': ip, ...(Cookie ? { Cookie } : {}) });
  const attack = async (target: string) => {
    const answers: object[] = [];
    for (let address = 1; address <= 8; address += 1)
      for (let guess = 0; guess < 5; guess += 1)
        answers.push(await told(await login(app, target, 'wrong', from(`${strange}${address}`))));
    return answers;
  };
  const cookieOf = (answer: Response) => answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';

  beforeEach(async () => {
    app = await createTestApp({ config: { trustedProxies: 1 } });
    ({ email } = await app.createUser());
  });

  it('are twenty, and the answers are those of an unknown address', async () => {
    const answers = await attack(email);
    expect(
      answers.filter((answer) => 'code' in answer && answer.code === 'invalid_credentials'),
    ).toHaveLength(20);
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'rate', retry_after: 900 });
    expect(await attack('nobody@example.com')).toEqual(answers);
    expect((await login(app, email, testPassword, from(`${strange}99`))).status).toBe(429);
    app.clock.advance(15 * minute);
    expect((await login(app, email, testPassword, from(`${strange}99`))).status).toBe(200);
  });

  it('do not keep the owner out of where the account has been opened before', async () => {
    const [home, next] = ['198.51.100.1', '198.51.100.2'];
    await login(app, email, testPassword, from(home));
    const neighbour = await app.createUser();
    await login(app, neighbour.email, testPassword, from(next));
    await attack(email);
    await attack('nobody@example.com');
    // Somebody who shares the owner's network does not learn from a refusal whether the account exists.
    const [known, unknown] = [
      await login(app, email, 'wrong', from(home)),
      await login(app, 'nobody@example.com', 'wrong', from(home)),
    ];
    expect(await told(known)).toEqual(await told(unknown));
    expect(known.status).toBe(429);
    expect((await login(app, email, testPassword, from(home))).status).toBe(200);
    expect((await login(app, email, testPassword, from(`${strange}99`))).status).toBe(429);
    // Where only another account has been opened, the answer to the right password is the same as to a wrong one.
    const [right, wrong] = [
      await login(app, email, testPassword, from(next)),
      await login(app, email, 'wrong', from(next)),
    ];
    expect(right.status).toBe(429);
    expect(await told(right)).toEqual(await told(wrong));
  });

  it('do not keep the owner’s browser out, wherever it is, and no other account’s browser gets in', async () => {
    const cookie = cookieOf(await login(app, email, testPassword, from('198.51.100.1')));
    const other = await app.createUser();
    const theirs = cookieOf(await login(app, other.email, testPassword, from('198.51.100.2')));
    await attack(email);
    expect((await login(app, email, testPassword, from(`${strange}99`, theirs))).status).toBe(429);
    expect((await login(app, email, testPassword, from(`${strange}99`, `${cookie}x`))).status).toBe(429);
    expect((await login(app, email, testPassword, from(`${strange}99`, cookie))).status).toBe(200);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await login(app, email, 'wrong', from(`${strange}${guess}`, cookie))).status).toBe(400);
    expect((await login(app, email, testPassword, from(`${strange}9`, cookie))).status).toBe(429);
  });

  it('leave a browser known for the accounts that were opened in it last, and open none', async () => {
    let cookie = '';
    const users = [{ email }, ...(await Promise.all(Array.from({ length: 8 }, () => app.createUser())))];
    for (const user of users)
      cookie = cookieOf(await login(app, user.email, testPassword, from('198.51.100.1', cookie)));
    expect(cookie.length).toBeLessThan(700);
    const [first, second] = users;
    for (const [target, status] of [
      [first?.email, 429],
      [second?.email, 200],
    ] as const) {
      await attack(String(target));
      const answer = await login(app, String(target), testPassword, from(`${strange}99`, cookie));
      expect(answer.status).toBe(status);
    }
    expect((await app.call('GET', '/accounts/user/', { headers: { Cookie: cookie } })).status).toBe(401);
  });

  it('do not keep the owner out who comes by a link for a new password', async () => {
    await attack(email);
    await app.call('POST', '/accounts/password/reset/', { json: { email }, headers: from(`${strange}99`) });
    const [, , , , uid, token] = linkIn(await takeMail(app)).pathname.split('/');
    const fresh = 'himawari-77-natsu';
    const confirmed = await app.call('POST', '/accounts/password/confirm/', {
      json: { uid, token, new_password: fresh, new_password_confirm: fresh },
      headers: from(`${strange}99`),
    });
    expect(confirmed.status).toBe(204);
    expect((await login(app, email, fresh, from(`${strange}99`, cookieOf(confirmed)))).status).toBe(200);
  });
});
