import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emailChanges } from '../../db/schema/accounts.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { codeIn, linkIn, takeMail, takeMails } from '../../testing/mails.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

type Who = { token?: string; key?: string };

const minute = 60_000;
const fresh = 'new@example.jp';
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

const change = (fields: object = {}, who: Who = { token: user.token }) =>
  app.call('POST', '/accounts/email/change/', {
    ...who,
    json: { new_email: fresh, password: testPassword, ...fields },
  });
const confirm = (code: string, who: Who = { token: user.token }) =>
  app.call('POST', '/accounts/email/confirm/', { ...who, json: { code } });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const login = async (email: string) =>
  (await app.call('POST', '/accounts/login/', { json: { email, password: testPassword } })).status;

describe('POST /accounts/email/change/', () => {
  it('sends a code to the new address; nothing has changed yet', async () => {
    const answer = await change({ new_email: ' NEW@example.jp' });
    expect([answer.status, await answer.json()]).toEqual([202, { email_masked: 'n*****@example.jp' }]);
    const mail = await takeMail(app);
    expect(mail.to).toBe(fresh);
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await app.db.select().from(emailChanges))).not.toContain(codeIn(mail));
    expect([await login(user.email), await login(fresh)]).toEqual([200, 400]);
  });

  it('answers the same for a taken address; only its owner is told', async () => {
    const other = await app.createUser();
    const [free, taken] = [await change(), await change({ new_email: other.email })];
    expect(taken.status).toBe(free.status);
    expect(Object.keys(await bodyOf<object>(taken))).toEqual(['email_masked']);
    const [, mail] = await takeMails(app);
    expect(mail).toMatchObject({ to: other.email, kind: 'email-taken' });
    expect(await bodyOf(confirm('123456'))).toMatchObject({ code: 'code_wrong', remaining: 4 });
  });

  it.each([
    [{ password: 'wrong' }, 'current_wrong', 'password'],
    [{ new_email: 'nobody' }, 'validation', 'new_email'],
  ])('refuses %j', async (fields, code, field) => {
    const answer = await bodyOf<FailureBody>(change(fields));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([code, [field]]);
    expect(await takeMails(app)).toEqual([]);
  });

  it('refuses the present address', async () => {
    const answer = await bodyOf<FailureBody>(change({ new_email: user.email.toUpperCase() }));
    expect(answer.fields).toEqual({ new_email: ['現在と同じメールアドレスです。'] });
  });

  it('writes five mails a day, to whomever, and answers a repeated key from store', async () => {
    const who = { token: user.token, key: randomUUID() };
    for (let turn = 0; turn < 3; turn += 1) await change({}, who);
    for (let turn = 1; turn < 5; turn += 1)
      expect((await change({ new_email: `a${turn}@example.jp` })).status).toBe(202);
    expect(await refusalOf(change({ new_email: 'b@example.jp' }))).toBe('429 rate');
    expect((await change({}, who)).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await takeMails(app)).toHaveLength(5);
  });

  it('is for members only', async () => {
    await expectMembersOnly(app, user, (who) => change({}, who));
  });
});

describe('POST /accounts/email/confirm/', () => {
  let code: string;
  beforeEach(async () => {
    await change();
    code = codeIn(await takeMail(app));
  });

  it('moves the account and tells the old address', async () => {
    const answer = await confirm(code);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: user.id, email: fresh });
    expect([await login(user.email), await login(fresh)]).toEqual([400, 200]);
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ to: user.email, kind: 'email-changed' });
    expect(mail.text).toContain('n*****@example.jp');
    expect(mail.text).not.toContain(fresh);
    expect(await refusalOf(confirm(code))).toBe('410 code_expired');
  });

  it('takes back a link for a new password that the old address got', async () => {
    await app.call('POST', '/accounts/password/reset/', { json: { email: user.email } });
    const [, , , , uid, token] = linkIn(await takeMail(app)).pathname.split('/');
    await confirm(code);
    const check = app.call('POST', '/accounts/password/check/', { json: { uid, token } });
    expect(await refusalOf(check)).toBe('410 link_expired');
  });

  it('answers a repeated key from store', async () => {
    const who = { token: user.token, key: randomUUID() };
    const first = await confirm(code, who);
    const again = await confirm(code, who);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    await takeMail(app);
  });

  it('counts wrong codes, also many at once, and then refuses the right one', async () => {
    const guesses = await Promise.all(Array.from({ length: 9 }, () => confirm(otherThan(code))));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(await refusalOf(confirm(code))).toBe('410 code_expired');
    await change();
    expect((await confirm(codeIn(await takeMail(app)))).status).toBe(200);
  });

  it("refuses another learner's code, a late one, and what is none", async () => {
    const stranger = await app.signIn();
    expect(await refusalOf(confirm(code, { token: stranger.token }))).toBe('410 code_expired');
    await change({ new_email: 'b@example.jp' }, { token: stranger.token });
    expect((await confirm(code, { token: stranger.token })).status).toBe(400);
    expect(await refusalOf(confirm('12'))).toBe('400 validation');
    app.clock.advance(30 * minute);
    expect(await refusalOf(confirm(code))).toBe('410 code_expired');
  });

  it('refuses an address that somebody took meanwhile', async () => {
    await app.createUser({ email: fresh });
    expect(await refusalOf(confirm(code))).toBe('410 code_expired');
    expect(await login(user.email)).toBe(200);
  });

  it('is for members only', async () => {
    await expectMembersOnly(app, user, (who) => confirm(code, who));
  });
});
