import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { signups, users } from '../../db/schema/accounts.ts';
import { sealedId } from '../../domain/signup/store.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { guestAnswers } from '../../testing/guestAnswers.ts';
import { codeIn, linkIn, takeMail, takeMails, type WaitingMail } from '../../testing/mails.ts';

type Started = { signup_id: string; email_masked: string; resend_after: number };
type Verified = { access_token: string; refresh_token: string; profile_completed: boolean; redirect: string };

const minute = 60_000;
const password = 'asagao-2026-saku';
let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const input = (email = 'hanako@example.jp', fields = {}) => ({
  email,
  password,
  registrant: 'self',
  agree_terms: true,
  ...fields,
});
const post = (path: string, json: unknown, key?: string) =>
  app.call('POST', `/accounts/signup/${path}`, { json, ...(key ? { key } : {}) });
const start = (email?: string, fields = {}) => bodyOf<Started>(post('', input(email, fields)));
const verify = (signup_id: string, code: string) => post('verify/', { signup_id, code });
const login = (given: string, email = 'hanako@example.jp') =>
  app.call('POST', '/accounts/login/', { json: { email, password: given } });
/** A number without a sign-up, under a valid seal. */
const unknownId = () => sealedId(app.deps, randomUUID());
/** What the link in a mail carries. */
const proofIn = (mail: WaitingMail) => Object.fromEntries(linkIn(mail).searchParams);
/** A code that is not the given one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const isAlive = async (token: string) => (await app.call('GET', '/accounts/user/', { token })).status === 200;

describe('POST /accounts/signup/', () => {
  it('sends a mail with a code and a link, and makes no account yet', async () => {
    const answer = await post('', input('  Ｈanako@EXAMPLE.jp '));
    expect(answer.status).toBe(202);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      signup_id: expect.any(String),
      email_masked: 'h*****@example.jp',
      resend_after: 60,
    });
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ to: 'hanako@example.jp', kind: 'signup' });
    expect(mail.subject).toBe('【コノマナビ】会員登録の認証コード');
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
    expect(linkIn(mail).pathname).toBe('/signup/verify');
    expect(await app.db.select().from(users)).toEqual([]);
  });

  it.each(['hanako..y@docomo.ne.jp', 'hanako.@docomo.ne.jp', '.ha/na?ko@ezweb.ne.jp'])(
    'takes %s, which a phone company gave out, and so does every other form',
    async (email) => {
      const { signup_id } = await start(email);
      const mail = await takeMail(app);
      expect(mail.to).toBe(email);
      expect((await verify(signup_id, codeIn(mail))).status).toBe(200);
      const pair = await bodyOf<Verified>(login(password, email.toUpperCase()));
      const token = pair.access_token;
      const calls = [
        app.call('POST', '/accounts/password/reset/', { json: { email } }),
        app.call('POST', '/accounts/email/change/', { token, json: { new_email: `x${email}`, password } }),
        app.call('POST', '/accounts/guardian/request/', {
          token,
          json: { name: '山田', email: `y${email}`, relation: 'mother' },
        }),
        app.call('POST', '/api/support/contact/', {
          json: { category: 'other', body: '十文字より長い質問です。', name: '山田', email, files: [] },
        }),
        app.call('POST', '/api/support/inquiry/link/', { json: { number: 'Q23456789A', email } }),
      ];
      for (const answer of await Promise.all(calls)) {
        const { fields = {} } = await bodyOf<Partial<FailureBody>>(answer);
        expect([answer.status >= 500, fields.email, fields.new_email]).toEqual([false, undefined, undefined]);
      }
    },
  );

  it.each([
    'a b@example.jp',
    'a@example.jp\r\nBcc: b@example.jp',
    'a@localhost',
    'a@example.jp,b@example.jp',
  ])('refuses %j', async (email) => {
    expect(await refusalOf(post('', input(email)))).toBe('400 validation');
  });

  it('answers the same for an address that has an account; only the mail says so', async () => {
    const user = await app.createUser();
    const known = await post('', input(user.email));
    const mail = await takeMail(app);
    const unknown = await post('', input('new@example.jp'));
    expect(known.status).toBe(unknown.status);
    const [one, two] = [await bodyOf<Started>(known), await bodyOf<Started>(unknown)];
    expect(Object.keys(one)).toEqual(Object.keys(two));
    expect(mail).toMatchObject({ to: user.email, kind: 'signup-known' });
    expect(codeIn(mail)).toBe('');
    for (let remaining = 4; remaining >= 0; remaining -= 1) {
      for (const { signup_id } of [one, two]) {
        expect(await bodyOf(verify(signup_id, '000000'))).toMatchObject({ code: 'code_wrong', remaining });
      }
    }
    for (const { signup_id } of [one, two])
      expect(await refusalOf(verify(signup_id, '000000'))).toBe('410 code_expired');
  });

  it('stores neither password, code nor token as it is', async () => {
    await start();
    const mail = await takeMail(app);
    const stored = JSON.stringify(await app.db.select().from(signups));
    for (const secret of [password, codeIn(mail), linkIn(mail).searchParams.get('token') ?? 'none'])
      expect(stored).not.toContain(secret);
  });

  it.each([
    ['no-address', { email: 'nobody' }, 'email'],
    ['no agreement', { agree_terms: false }, 'agree_terms'],
    ['a strange registrant', { registrant: 'friend' }, 'registrant'],
    ['a foreign target', { redirect: '//evil.example' }, 'redirect'],
    ['a target with a backslash', { redirect: '/\\evil.example' }, 'redirect'],
  ])('refuses %s', async (_what, fields, field) => {
    const answer = await bodyOf<FailureBody>(post('', input('a@example.jp', fields)));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual(['validation', [field]]);
    expect(await takeMails(app)).toEqual([]);
  });

  it.each([
    ['short1', '8〜64文字'],
    ['onlyletters', '数字'],
    ['1234567890', '英字'],
    [`a1${'x'.repeat(63)}`, '8〜64文字'],
    ['password1', '推測されやすい'],
    ['qwerty123', '推測されやすい'],
    ['hanako-sakura-77', 'メールアドレスに似た'],
  ])('refuses the password %s', async (weak, words) => {
    const answer = await bodyOf<FailureBody>(post('', input('hanako@example.jp', { password: weak })));
    expect(answer.code).toBe('password_weak');
    expect(answer.detail).toContain(words);
    expect(answer.fields).toEqual({ password: [answer.detail] });
  });

  it('answers a repeated key from store, with one mail', async () => {
    const key = randomUUID();
    const first = await post('', input(), key);
    const again = await post('', input(), key);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    await takeMail(app);
    expect(await refusalOf(post('', input('other@example.jp'), key))).toBe('422 idempotency_mismatch');
    const stored = JSON.stringify(await guestAnswers(app));
    expect(stored).not.toContain(password);
  });

  it('mails an address five times a day, known or not, and a caller may start a hundred an hour', async () => {
    const user = await app.createUser();
    for (const email of [user.email, 'new@example.jp']) {
      for (let turn = 0; turn < 5; turn += 1) expect((await post('', input(email))).status).toBe(202);
      const refused = await post('', input(email));
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('86400');
    }
    app.clock.advance(24 * 60 * minute);
    expect((await post('', input(user.email))).status).toBe(202);
    for (let turn = 1; turn < 100; turn += 1) await post('', {});
    expect(await refusalOf(post('', input('third@example.jp')))).toBe('429 rate');
  });
});

describe('POST /accounts/signup/verify/', () => {
  it('makes the account by the code and signs in, once', async () => {
    const { signup_id } = await start('hanako@example.jp', { redirect: '/course/3?from=top' });
    const answer = await verify(signup_id, codeIn(await takeMail(app)));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const verified = await bodyOf<Verified>(answer);
    expect(verified).toMatchObject({ profile_completed: false, redirect: '/course/3?from=top' });
    const me = await app.call('GET', '/accounts/user/', { token: verified.access_token });
    expect(await me.json()).toMatchObject({
      email: 'hanako@example.jp',
      scope: ['member'],
      profile_completed: false,
    });
    expect((await login(password)).status).toBe(200);
  });

  it('or by the link in the browser that began, with the password typed there', async () => {
    const { signup_id } = await start();
    const json = { ...proofIn(await takeMail(app)), signup_id, device: 'スマホ' };
    const { access_token } = await bodyOf<Verified>(post('verify/', json));
    expect(await isAlive(access_token)).toBe(true);
    expect((await login(password)).status).toBe(200);
  });

  it('asks who opens the link elsewhere for a password: the typed one may be a stranger’s', async () => {
    const { signup_id } = await start();
    const other = await start('stranger@example.jp');
    const [mail] = await takeMails(app);
    if (!mail) throw new Error('no mail');
    const link = proofIn(mail);
    expect(JSON.stringify(mail)).not.toContain(signup_id);
    for (const more of [{}, { agree_terms: true }, { signup_id: other.signup_id }]) {
      expect(await bodyOf(post('verify/', { ...link, ...more }))).toMatchObject({
        code: 'password_required',
        email: 'hanako@example.jp',
      });
    }
    const own = { ...link, password: 'himawari-77-natsu' };
    expect(await bodyOf<FailureBody>(post('verify/', own))).toMatchObject({
      fields: { agree_terms: ['同意が必要です。'] },
    });
    const weak = { ...own, agree_terms: true, password: 'hanako-1' };
    expect(await refusalOf(post('verify/', weak))).toBe('400 password_weak');
    expect(await app.db.select().from(users)).toEqual([]);
    app.clock.advance(minute);
    const { access_token } = await bodyOf<Verified>(post('verify/', { ...own, agree_terms: true }));
    expect(await isAlive(access_token)).toBe(true);
    expect([(await login(password)).status, (await login('himawari-77-natsu')).status]).toEqual([400, 200]);
    const [user] = await app.db.select().from(users);
    expect(user?.agreed).toEqual(new Date(app.clock.now()));
  });

  it('takes the code only with the seal of the browser that began', async () => {
    const { signup_id } = await start();
    const mail = await takeMail(app);
    const { uid = '' } = proofIn(mail);
    expect(signup_id).toContain(uid);
    expect(await refusalOf(verify(uid, codeIn(mail)))).toBe('400 validation');
    expect(await refusalOf(verify(`${uid}.${'0'.repeat(64)}`, codeIn(mail)))).toBe('410 code_expired');
    expect((await verify(signup_id, codeIn(mail))).status).toBe(200);
  });

  it('answers again when the answer was lost, for a minute', async () => {
    const { signup_id } = await start();
    const code = codeIn(await takeMail(app));
    await verify(signup_id, code);
    app.clock.advance(minute);
    const { access_token } = await bodyOf<Verified>(verify(signup_id, code));
    expect(await isAlive(access_token)).toBe(true);
    expect(await app.db.select().from(users)).toHaveLength(1);
    app.clock.advance(1);
    expect(await refusalOf(verify(signup_id, code))).toBe('410 code_expired');
  });

  it('counts wrong codes, also many at once, and then refuses the right one', async () => {
    const { signup_id } = await start();
    const code = codeIn(await takeMail(app));
    const wrong = await verify(signup_id, otherThan(code));
    expect(await bodyOf(wrong)).toMatchObject({
      code: 'code_wrong',
      remaining: 4,
      detail: '認証コードが正しくありません。(残り4回)',
    });
    const guesses = await Promise.all(Array.from({ length: 9 }, () => verify(signup_id, otherThan(code))));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(await refusalOf(verify(signup_id, code))).toBe('410 code_expired');
  });

  it('refuses code and link after 30 minutes', async () => {
    const { signup_id } = await start();
    const mail = await takeMail(app);
    app.clock.advance(30 * minute);
    expect(await refusalOf(verify(signup_id, codeIn(mail)))).toBe('410 code_expired');
    expect(await refusalOf(post('verify/', proofIn(mail)))).toBe('410 code_expired');
  });

  it("refuses another sign-up's code and link, an unknown number, and what is none", async () => {
    const [mine, other] = [await start('a@example.jp'), await start('b@example.jp')];
    const [, theirs] = await takeMails(app);
    if (!theirs) throw new Error('no second mail');
    expect((await verify(mine.signup_id, codeIn(theirs))).status).toBe(400);
    const [uid] = mine.signup_id.split('.');
    const { token } = proofIn(theirs);
    expect(await refusalOf(post('verify/', { uid, token }))).toBe('410 code_expired');
    expect(await refusalOf(verify(unknownId(), codeIn(theirs)))).toBe('410 code_expired');
    for (const code of ['', '12345', 'abcdef'])
      expect(await refusalOf(verify(other.signup_id, code))).toBe('400 validation');
  });

  it('lets the first of two sign-ups of one address win, with its own password', async () => {
    const [first, second] = [await start(), await start(undefined, { password: 'himawari-77-natsu' })];
    const [one, two] = await takeMails(app);
    if (!one || !two) throw new Error('mails missing');
    expect((await verify(second.signup_id, codeIn(two))).status).toBe(200);
    expect(await refusalOf(verify(first.signup_id, codeIn(one)))).toBe('409 conflict');
    expect([(await login(password)).status, (await login('himawari-77-natsu')).status]).toEqual([400, 200]);
  });

  it('stops a caller who guesses at many sign-ups', async () => {
    for (let turn = 0; turn < 300; turn += 1) await post('verify/', {});
    expect(await refusalOf(verify(unknownId(), '123456'))).toBe('429 rate');
  });
});

describe('POST /accounts/signup/resend/', () => {
  const resend = (signup_id: string, key?: string) => post('resend/', { signup_id }, key);

  it('sends a new code after a minute; the old one and its wrong tries are gone', async () => {
    const { signup_id } = await start();
    const old = codeIn(await takeMail(app));
    await verify(signup_id, otherThan(old));
    const early = await resend(signup_id);
    expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '60']);
    app.clock.advance(minute);
    const answer = await resend(signup_id);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ signup_id, resend_after: 60 });
    const code = codeIn(await takeMail(app));
    if (old !== code) expect(await bodyOf(verify(signup_id, old))).toMatchObject({ remaining: 4 });
    expect((await verify(signup_id, code)).status).toBe(200);
    expect(await refusalOf(resend(signup_id))).toBe('410 code_expired');
  });

  it('is the same for a known address', async () => {
    const user = await app.createUser();
    const { signup_id } = await start(user.email);
    await takeMail(app);
    app.clock.advance(minute);
    expect((await resend(signup_id)).status).toBe(202);
    expect((await takeMail(app)).kind).toBe('signup-known');
  });

  it('answers a repeated key from store, and refuses a number that is none', async () => {
    const { signup_id } = await start();
    await takeMail(app);
    app.clock.advance(minute);
    const key = randomUUID();
    await resend(signup_id, key);
    app.clock.advance(minute);
    expect((await resend(signup_id, key)).headers.get('Idempotent-Replayed')).toBe('true');
    await takeMail(app);
    expect(await refusalOf(resend(unknownId()))).toBe('410 code_expired');
    expect(await refusalOf(resend('x'))).toBe('400 validation');
  });

  it('counts as a mail of the day', async () => {
    const { signup_id } = await start();
    for (let turn = 0; turn < 4; turn += 1) {
      app.clock.advance(minute);
      expect((await resend(signup_id)).status).toBe(202);
    }
    app.clock.advance(minute);
    expect(await refusalOf(resend(signup_id))).toBe('429 rate');
  });
});

it('a sign-up that nobody finished is forgotten after two days', async () => {
  await start();
  app.clock.advance(49 * 60 * minute);
  await sweep(app.deps);
  expect(await app.db.select().from(signups)).toEqual([]);
});

it('an account that is made keeps its agreement and where it came from', async () => {
  const { signup_id } = await start('a@example.jp', { registrant: 'guardian', campaign: 'summer-2026' });
  const started = new Date(app.clock.now());
  app.clock.advance(5 * minute);
  await verify(signup_id, codeIn(await takeMail(app)));
  const [user] = await app.db.select().from(users).where(eq(users.email, 'a@example.jp'));
  expect(user).toMatchObject({ registrant: 'guardian', campaign: 'summer-2026', agreed: started });
});
