import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { guardians } from '../../db/schema/accounts.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { linkIn, takeMail, takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

type Who = { token?: string; key?: string };
type Profile = { guardian: Record<string, unknown> | null; birth_date: string };

const day = 86_400_000;
const guardian = {
  name: '山田 太郎',
  name_kana: 'やまだ たろう',
  email: 'Taro@example.jp',
  phone: '090-1234-5678',
  relation: 'father',
};
const profile = {
  family_name: '山田',
  given_name: '花子',
  family_name_kana: 'ﾔﾏﾀﾞ',
  given_name_kana: 'はなこ',
  birth_date: '2010-04-11',
  grade: 'h1',
  school: { name: '朝顔高校', prefecture: '東京都' },
  goal: 'university',
};
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn(await app.createUser({ profileCompleted: false, birthDate: '2010-04-11' }));
});

const put = (json: unknown, who: Who = { token: user.token }) =>
  app.call('PUT', '/accounts/profile/', { ...who, json });
const ask = (json: unknown = guardian, who: Who = { token: user.token }) =>
  app.call('POST', '/accounts/guardian/request/', { ...who, json });
const readMe = () => bodyOf<Profile>(app.call('GET', '/accounts/user/', { token: user.token }));
const tokenOf = async () => linkIn(await takeMail(app)).searchParams.get('confirm') ?? '';
const open = (token: string) => app.call('GET', `/accounts/guardian/${token}/`);
const decide = (token: string, json: unknown = { decision: 'confirm', agree: true }, key?: string) =>
  app.call('POST', `/accounts/guardian/${token}/`, { json, ...(key ? { key } : {}) });

describe('PUT /accounts/profile/', () => {
  it('saves the profile in its proper form and finishes the sign-up', async () => {
    const answer = await put({ ...profile, guardian });
    expect(answer.status).toBe(200);
    const saved = await bodyOf<Profile>(answer);
    expect(saved).toMatchObject({
      ...profile,
      family_name_kana: 'ヤマダ',
      given_name_kana: 'ハナコ',
      phone: '',
      profile_completed: true,
      guardian: {
        ...guardian,
        name_kana: 'ヤマダ タロウ',
        email: 'taro@example.jp',
        phone: '09012345678',
        status: 'requested',
        confirmed_at: null,
      },
    });
    expect(await readMe()).toEqual(saved);
    expect((await takeMail(app)).to).toBe('taro@example.jp');
  });

  it('needs only birth date and grade', async () => {
    expect((await put({ birth_date: '2010-04-11', grade: 'h1' })).status).toBe(200);
    const answer = await bodyOf<FailureBody>(put({}));
    expect(Object.keys(answer.fields ?? {})).toEqual(['birth_date', 'grade']);
  });

  it.each([
    [{ birth_date: '2010-02-30' }, 'birth_date'],
    [{ birth_date: '2027-01-01' }, 'birth_date'],
    [{ birth_date: '1850-01-01' }, 'birth_date'],
    [{ grade: 'z9' }, 'grade'],
    [{ family_name: 'あ'.repeat(21) }, 'family_name'],
    [{ given_name: '見て https://evil.example' }, 'given_name'],
    [{ family_name_kana: '山田' }, 'family_name_kana'],
    [{ phone: '123' }, 'phone'],
    [{ goal: 'fame' }, 'goal'],
    [{ guardian: { ...guardian, email: 'x' } }, 'guardian.email'],
  ])('refuses %j', async (fields, field) => {
    const answer = await bodyOf<FailureBody>(put({ ...profile, ...fields }));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual(['validation', [field]]);
    expect(await readMe()).toMatchObject({ profile_completed: false });
  });

  it('lets nobody come of age by another birth date', async () => {
    const fresh = await app.signIn(await app.createUser({ profileCompleted: false }));
    const born = (birth_date: string) => put({ birth_date, grade: 'h1' }, { token: fresh.token });
    expect((await born('2008-04-11')).status).toBe(200);
    // In Japan it is 10 April 2026.
    expect(await bodyOf<FailureBody>(born('2008-04-10'))).toMatchObject({
      code: 'profile_locked',
      fields: { birth_date: ['18歳以上の生年月日への変更は、お問い合わせください。'] },
    });
    const patched = app.call('PATCH', '/accounts/user/', {
      token: fresh.token,
      json: { birth_date: '2000-01-01' },
    });
    expect(await refusalOf(patched)).toBe('409 profile_locked');
    expect((await born('2009-01-01')).status).toBe(200);
    app.clock.advance(365 * 3 * day);
    const again = await app.signIn(fresh);
    const grown = await put({ birth_date: '2000-01-01', grade: 'adult' }, { token: again.token });
    expect(grown.status).toBe(200);
  });

  it('refuses guests and expired tokens, and changes only the caller', async () => {
    const other = await app.signIn();
    await put(profile);
    const theirs = await app.call('GET', '/accounts/user/', { token: other.token });
    expect(await theirs.json()).toMatchObject({ family_name: '' });
    expect(await refusalOf(put(profile, {}))).toBe('401 unauthorized');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(put(profile))).toBe('401 unauthorized');
  });

  it('answers a repeated key from store, with one mail', async () => {
    const who = { token: user.token, key: randomUUID() };
    const first = await put({ ...profile, guardian }, who);
    const again = await put({ ...profile, guardian }, who);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    await takeMail(app);
    expect(await refusalOf(put(profile, who))).toBe('422 idempotency_mismatch');
  });
});

describe('POST /accounts/guardian/request/', () => {
  it('asks by mail, in Japanese, with a link that only the mail has', async () => {
    await put(profile);
    const answer = await ask();
    expect(answer.status).toBe(202);
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ status: 'requested', email_masked: 't*****@example.jp' });
    const mail = await takeMail(app);
    expect(mail.text).toContain('山田 花子 さんが');
    const token = linkIn(mail).searchParams.get('confirm') ?? '';
    expect(token).toHaveLength(43);
    expect(text + JSON.stringify(await app.db.select().from(guardians))).not.toContain(token);
  });

  it('takes the address of the account from a parent who has made it: they may have no other', async () => {
    const byParent = await app.signIn(
      await app.createUser({ birthDate: '2010-05-05', registrant: 'guardian' }),
    );
    const own = { ...guardian, email: byParent.email };
    expect((await ask(own, { token: byParent.token })).status).toBe(202);
    expect((await takeMail(app)).to).toBe(byParent.email);
    const byLearner = await app.signIn(await app.createUser({ birthDate: '2010-05-05', registrant: 'self' }));
    expect(await refusalOf(ask({ ...guardian, email: byLearner.email }, { token: byLearner.token }))).toBe(
      '400 same_email',
    );
  });

  it("refuses the learner's own address, an adult, bad input and guests", async () => {
    expect(await refusalOf(ask({ ...guardian, email: user.email.toUpperCase() }))).toBe('400 same_email');
    expect(await refusalOf(ask({ ...guardian, relation: 'friend' }))).toBe('400 validation');
    expect(await refusalOf(ask(guardian, {}))).toBe('401 unauthorized');
    const adult = await app.signIn(await app.createUser({ birthDate: '2008-04-10' }));
    expect(await refusalOf(ask(guardian, { token: adult.token }))).toBe('400 validation');
    const nearly = await app.signIn(await app.createUser({ birthDate: '2008-04-11' }));
    expect((await ask(guardian, { token: nearly.token })).status).toBe(202);
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(ask())).toBe('401 unauthorized');
  });

  it('makes the link before it worthless, and answers a repeated key from store', async () => {
    await ask();
    const old = await tokenOf();
    const who = { token: user.token, key: randomUUID() };
    await ask({ ...guardian, relation: 'mother' }, who);
    const again = await ask({ ...guardian, relation: 'mother' }, who);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const token = await tokenOf();
    expect(await refusalOf(open(old))).toBe('410 link_expired');
    expect((await open(token)).status).toBe(200);
  });

  it('asks five times a day', async () => {
    for (let turn = 0; turn < 5; turn += 1)
      expect((await ask({ ...guardian, email: `g${turn}@example.jp` })).status).toBe(202);
    expect(await refusalOf(ask())).toBe('429 rate');
    const other = await app.signIn(await app.createUser({ birthDate: '2011-01-01' }));
    expect((await ask(guardian, { token: other.token })).status).toBe(202);
  });
});

describe('/accounts/guardian/{token}/', () => {
  let token: string;
  beforeEach(async () => {
    await put({ ...profile, guardian });
    token = await tokenOf();
  });

  it('says what is asked, to who has the link', async () => {
    const answer = await open(token);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      learner_name: '山田 花子',
      guardian_name: '山田 太郎',
      status: 'requested',
      expires_at: new Date(app.clock.now() + 7 * day).toISOString(),
    });
    for (const wrong of ['x', 'x'.repeat(43), 'x'.repeat(129)])
      expect([404, 410]).toContain((await open(wrong)).status);
  });

  it('takes a confirmation, tells the learner, and locks the birth date', async () => {
    expect(await bodyOf(decide(token))).toEqual({ status: 'confirmed' });
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ to: user.email, kind: 'guardian-confirmed' });
    const me = await readMe();
    expect(me.guardian).toMatchObject({
      status: 'confirmed',
      confirmed_at: new Date(app.clock.now()).toISOString(),
    });
    expect(await refusalOf(put({ ...profile, birth_date: '2000-01-01' }))).toBe('409 profile_locked');
    expect((await put({ ...profile, given_name: '華子' })).status).toBe(200);
    expect(await refusalOf(ask())).toBe('409 profile_locked');
  });

  it('takes a refusal; another guardian may be asked then', async () => {
    expect(await bodyOf(decide(token, { decision: 'decline' }))).toEqual({ status: 'declined' });
    expect((await takeMail(app)).kind).toBe('guardian-declined');
    expect((await readMe()).guardian).toMatchObject({ status: 'declined' });
    expect((await ask()).status).toBe(202);
  });

  it('takes the same answer again, but not the opposite, and keys as everywhere', async () => {
    const key = randomUUID();
    await decide(token, undefined, key);
    expect((await decide(token, undefined, key)).headers.get('Idempotent-Replayed')).toBe('true');
    expect((await decide(token)).status).toBe(200);
    expect(await takeMails(app)).toHaveLength(1);
    expect(await refusalOf(decide(token, { decision: 'decline' }))).toBe('409 conflict');
  });

  it('refuses to confirm without agreement, and bad input', async () => {
    expect(await bodyOf(decide(token, { decision: 'confirm' }))).toMatchObject({
      code: 'validation',
      fields: { agree: ['同意が必要です。'] },
    });
    expect(await refusalOf(decide(token, { decision: 'maybe' }))).toBe('400 validation');
    expect(await refusalOf(decide('x'.repeat(43)))).toBe('410 link_expired');
  });

  it('ends after seven days', async () => {
    app.clock.advance(7 * day);
    expect(await refusalOf(open(token))).toBe('410 link_expired');
    expect(await refusalOf(decide(token))).toBe('410 link_expired');
    const me = await app.signIn(user);
    const answer = await app.call('GET', '/accounts/user/', { token: me.token });
    expect(await answer.json()).toMatchObject({ guardian: { status: 'expired' } });
  });

  it('stays out of the log', async () => {
    const lines: string[] = [];
    const log = { info: (...line: unknown[]) => lines.push(JSON.stringify(line)), error: () => undefined };
    await createApp({ ...app.deps, log }).request(`/accounts/guardian/${token}/`);
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain(token);
  });
});
