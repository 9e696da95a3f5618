import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { testPassword } from '#server/testing/users.ts';
import { rateLimits } from '../../db/schema/system.ts';

const minute = 60_000;

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
    expect(rows).toEqual([{ count: 5 }]);
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
