import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeNotice } from '#server/testing/catalog.ts';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { testPassword } from '#server/testing/users.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { signAccessToken } from '../../domain/accounts/accessToken.ts';
import { deriveKeys } from '../../keys.ts';

type Failure = {
  code: string;
  detail: string;
  fields?: Record<string, string[]>;
  request_id: string;
  retry_after?: number;
};

function login(app: TestApp, email: string, password: string, headers: Record<string, string> = {}) {
  return app.call('POST', '/accounts/login/', { json: { email, password }, headers });
}

async function failure(answer: Response): Promise<Failure> {
  return (await answer.json()) as Failure;
}

describe('POST /accounts/login/', () => {
  it('answers both tokens for the right password', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    const answer = await login(app, user.email, testPassword);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const pair = (await answer.json()) as { access_token: string };
    const me = await app.call('GET', '/accounts/user/', { token: pair.access_token });
    expect(await me.json()).toMatchObject({ id: user.id, email: user.email, scope: ['member'] });
  });

  it('takes an address in capitals, in full width and with blanks around it', async () => {
    const app = await createTestApp();
    await app.createUser({ email: 'hanako@example.com' });
    expect((await login(app, '  Ｈanako＠EXAMPLE.com ', testPassword)).status).toBe(200);
  });

  it('answers a wrong password and an unknown address alike, with 400 and not 401', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    for (const email of [user.email, 'nobody@example.com']) {
      const answer = await login(app, email, 'wrong');
      expect(answer.status).toBe(400);
      expect(await failure(answer)).toEqual({
        code: 'invalid_credentials',
        detail: 'メールアドレスまたはパスワードが正しくありません。',
        request_id: answer.headers.get('X-Request-Id'),
      });
    }
  });

  it('names the fields that are missing', async () => {
    const app = await createTestApp();
    const answer = await app.call('POST', '/accounts/login/', { json: { email: '  ' } });
    expect(answer.status).toBe(400);
    const { code, fields } = await failure(answer);
    expect(code).toBe('validation');
    expect(fields).toEqual({ email: ['入力してください。'], password: ['入力してください。'] });
  });

  it.each([
    ['malformed JSON', '{"email":', 'application/json'],
    ['a form', 'email=a&password=b', 'application/x-www-form-urlencoded'],
    ['a list', '[]', 'application/json'],
    ['nothing', '', 'application/json'],
  ])('refuses %s with 400', async (_what, raw, type) => {
    const app = await createTestApp();
    const answer = await app.call('POST', '/accounts/login/', { raw, headers: { 'Content-Type': type } });
    expect(answer.status).toBe(400);
    expect((await failure(answer)).code).toBe('validation');
  });

  it('refuses a body over 1 MB with 413', async () => {
    const app = await createTestApp();
    const answer = await app.call('POST', '/accounts/login/', { json: { email: 'a'.repeat(1024 * 1024) } });
    expect(answer.status).toBe(413);
    expect((await failure(answer)).code).toBe('too_large');
  });
});

describe('GET /accounts/user/', () => {
  it('answers the user without a wrapper', async () => {
    const app = await createTestApp();
    const me = await app.signIn(await app.createUser({ familyName: '山田', givenName: '花子', grade: 'h1' }));
    const answer = await app.call('GET', '/accounts/user/', { token: me.token });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      id: me.id,
      email: me.email,
      family_name: '山田',
      given_name: '花子',
      family_name_kana: '',
      given_name_kana: '',
      birth_date: null,
      grade: 'h1',
      school: null,
      phone: '',
      goal: null,
      registrant: null,
      guardian: null,
      scope: ['member'],
      preference: {
        furigana: false,
        font_scale: 'normal',
        theme: 'system',
        playback_rate: 1,
        caption: true,
        wifi_only: false,
        quiet_from: '22:00',
        quiet_to: '07:00',
        remind_at: '19:00',
        review_flagged: true,
      },
      notify: {
        notice_mail: true,
        learning_mail: true,
        sale_mail: false,
        push: true,
        guardian_report: false,
      },
      profile_completed: true,
      must_change_password: false,
      unread_count: 0,
    });
  });

  it('counts the notices that are not read yet', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    await storeNotice(app.deps);
    await storeNotice(app.deps);
    const unread = async () => (await app.call('GET', '/accounts/user/', { token: me.token })).json();
    expect(await unread()).toMatchObject({ unread_count: 2 });
    await app.call('POST', '/api/cms/notice/read_all/', { token: me.token });
    expect(await unread()).toMatchObject({ unread_count: 0 });
  });

  it('refuses no token, a damaged one, an expired one and one of another server', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const claims = { userId: me.id, sessionId: randomUUID() };
    const foreign = await signAccessToken(
      { ...app.deps, keys: await deriveKeys('another secret of tests') },
      claims,
    );
    const orphan = await signAccessToken(app.deps, claims);
    for (const token of [undefined, '', `${me.token}x`, 'a.b.c', foreign, orphan]) {
      const answer = await app.call('GET', '/accounts/user/', token === undefined ? {} : { token });
      expect(answer.status).toBe(401);
      expect((await failure(answer)).code).toBe('unauthorized');
    }
    app.clock.advance(3600 * 1000 - 1);
    expect((await app.call('GET', '/accounts/user/', { token: me.token })).status).toBe(200);
    app.clock.advance(1);
    expect((await app.call('GET', '/accounts/user/', { token: me.token })).status).toBe(401);
  });

  it('verifies a token once; a remembered one is refused like any other once its session is over', async () => {
    const app = await createTestApp();
    const [me, other] = [await app.signIn(), await app.signIn()];
    const verify = vi.spyOn(crypto.subtle, 'verify');
    onTestFinished(() => verify.mockRestore());
    const ask = async (token: string) => (await app.call('GET', '/accounts/user/', { token })).status;
    expect([await ask(me.token), await ask(me.token), await ask(me.token)]).toEqual([200, 200, 200]);
    expect(verify).toHaveBeenCalledTimes(1);
    const forged = [...me.token.split('.').slice(0, 2), other.token.split('.')[2]].join('.');
    expect([await ask(forged), await ask(forged), await ask(other.token)]).toEqual([401, 401, 200]);
    expect(verify).toHaveBeenCalledTimes(4);
    await app.db
      .update(sessions)
      .set({ revoked: new Date(app.clock.now()) })
      .where(eq(sessions.userId, me.id));
    expect([await ask(me.token), await ask(other.token)]).toEqual([401, 200]);
    expect(verify).toHaveBeenCalledTimes(4);
  });
});

describe('PATCH /accounts/user/', () => {
  const patch = (app: TestApp, token: string | undefined, preference: object, key?: string) =>
    app.call('PATCH', '/accounts/user/', {
      json: { preference },
      ...(token === undefined ? {} : { token }),
      ...(key === undefined ? {} : { key }),
    });

  it('changes only what is sent, and only for the caller', async () => {
    const app = await createTestApp();
    const [me, other] = [await app.signIn(), await app.signIn()];
    await patch(app, me.token, { theme: 'dark' });
    const answer = await patch(app, me.token, { playback_rate: 1.5 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      preference: { theme: 'dark', playback_rate: 1.5, caption: true },
    });
    const theirs = await app.call('GET', '/accounts/user/', { token: other.token });
    expect(await theirs.json()).toMatchObject({ preference: { theme: 'system', playback_rate: 1 } });
  });

  it('refuses guests and bad values', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    expect((await patch(app, undefined, { theme: 'dark' })).status).toBe(401);
    const answer = await patch(app, me.token, { theme: 'neon', playback_rate: 5 });
    expect(answer.status).toBe(400);
    expect(Object.keys((await failure(answer)).fields ?? {})).toEqual([
      'preference.theme',
      'preference.playback_rate',
    ]);
  });

  it('keeps the last choice of each field, whichever device arrives last', async () => {
    const app = await createTestApp();
    const { token } = await app.signIn();
    const say = async (minutes: number, preference: object) => {
      const client_at = new Date(app.clock.now() + minutes * 60_000).toISOString();
      const answer = await app.call('PATCH', '/accounts/user/', { token, json: { preference, client_at } });
      return ((await answer.json()) as { preference: object }).preference;
    };
    await say(-10, { theme: 'dark' });
    expect(await say(-20, { theme: 'light', caption: false })).toMatchObject({
      theme: 'dark',
      caption: false,
    });
    expect(await say(-5, { theme: 'light' })).toMatchObject({ theme: 'light', caption: false });
    expect(await say(-60 * 24 * 40, { caption: true })).toMatchObject({ caption: false });
  });

  it('changes the profile and what the learner wants to be told of', async () => {
    const app = await createTestApp();
    const { token } = await app.signIn(await app.createUser({ grade: 'j3' }));
    const send = (json: object) => app.call('PATCH', '/accounts/user/', { token, json });
    const later = new Date(app.clock.now()).toISOString();
    const sooner = new Date(app.clock.now() - 60_000).toISOString();
    const profile = { grade: 'h1', given_name: ' 花子 ', school: { name: '朝顔高校', prefecture: '東京都' } };
    await send({ ...profile, notify: { sale_mail: true }, client_at: later });
    const answer = await send({ notify: { sale_mail: false, learning_mail: false }, client_at: sooner });
    expect(await answer.json()).toMatchObject({
      ...profile,
      given_name: '花子',
      family_name: '',
      notify: { sale_mail: true, learning_mail: false, notice_mail: true },
    });
    const refused = await failure(await send({ grade: 'x', notify: { push: 'yes' } }));
    expect(Object.keys(refused.fields ?? {})).toEqual(['grade', 'notify.push']);
  });

  it('answers a repeated key from store and refuses it for another change', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const key = randomUUID();
    const first = await patch(app, me.token, { theme: 'dark' }, key);
    await patch(app, me.token, { theme: 'light' });
    const again = await patch(app, me.token, { theme: 'dark' }, key);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    const now = await app.call('GET', '/accounts/user/', { token: me.token });
    expect(await now.json()).toMatchObject({ preference: { theme: 'light' } });
    const other = await patch(app, me.token, { theme: 'system' }, key);
    expect(other.status).toBe(422);
    expect((await failure(other)).code).toBe('idempotency_mismatch');
  });

  it('allows 60 changes a minute', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    for (let turn = 0; turn < 60; turn += 1) expect((await patch(app, me.token, {})).status).toBe(200);
    const answer = await patch(app, me.token, {});
    expect(answer.status).toBe(429);
    expect(await failure(answer)).toMatchObject({
      retry_after: 60,
      detail: '操作が続けて行われました。60秒後にもう一度お試しください。',
    });
  });
});

describe('POST /accounts/logout/', () => {
  it('ends this session at once, and no other', async () => {
    const app = await createTestApp();
    const user = await app.createUser();
    const [phone, desk] = [await app.signIn(user), await app.signIn(user)];
    expect((await app.call('POST', '/accounts/logout/', { token: phone.token })).status).toBe(204);
    expect((await app.call('GET', '/accounts/user/', { token: phone.token })).status).toBe(401);
    const refreshed = await app.call('POST', '/accounts/token/refresh/', {
      json: { refresh: phone.refresh },
    });
    expect(refreshed.status).toBe(401);
    expect((await app.call('GET', '/accounts/user/', { token: desk.token })).status).toBe(200);
  });

  it('refuses guests', async () => {
    const app = await createTestApp();
    expect((await app.call('POST', '/accounts/logout/')).status).toBe(401);
  });
});
