import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, refusalOf } from '#server/testing/answers.ts';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { codeIn, linkIn, takeMail, takeMails } from '#server/testing/mails.ts';
import { testDbKind } from '#server/testing/testDb.ts';
import { type SignedIn, testPassword } from '#server/testing/users.ts';
import { queryRows } from '../../db/client.ts';
import { emailChanges, sessions, users } from '../../db/schema/accounts.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { openSession } from '../../domain/accounts/tokens.ts';
import { finishChange } from '../../domain/email/store.ts';
import { decide, findQuestion } from '../../domain/guardian/store.ts';
import { spendLink } from '../../domain/password/store.ts';
import { lockShown } from '../../middleware/currentPassword.ts';

/** Pause between two logins of somebody who sends them continuously, milliseconds. */
const pace = 12;
const fresh = 'himawari-77-natsu';
let app: TestApp;
let second: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp({ config: { trustedProxies: 1 } });
  second = await createTestApp({ besides: app, config: { trustedProxies: 1 } });
  // A hash at its full cost: checking it takes as long as for any learner.
  const passwordHash = await hashPassword(testPassword, 'test');
  user = await app.signIn(await app.createUser({ passwordHash }));
});

const twice = { new_password: fresh, new_password_confirm: fresh };
const login = (server: TestApp, password = testPassword, ip = '192.0.2.1') =>
  server.call('POST', '/accounts/login/', {
    json: { email: user.email, password },
    headers: { 'X-Forwarded-For': ip },
  });
const change = (who = user, server = app, password = fresh) =>
  server.call('POST', '/accounts/password/change/', {
    token: who.token,
    json: { current_password: testPassword, new_password: password, new_password_confirm: password },
  });
const withdraw = (who = user) =>
  app.call('POST', '/accounts/withdraw/', { token: who.token, json: { password: testPassword } });
const askEmail = (who = user, email = 'new@example.jp') =>
  app.call('POST', '/accounts/email/change/', {
    token: who.token,
    json: { new_email: email, password: testPassword },
  });
const confirmEmail = (code: string, who = user) =>
  app.call('POST', '/accounts/email/confirm/', { token: who.token, json: { code } });
async function resetLink() {
  await app.call('POST', '/accounts/password/reset/', { json: { email: user.email } });
  const [, , , , uid, token] = linkIn(await takeMail(app)).pathname.split('/');
  return { uid, token };
}
const reset = (link: object) =>
  app.call('POST', '/accounts/password/confirm/', { json: { ...link, ...twice } });
const isAlive = async (token: string) => (await app.call('GET', '/accounts/user/', { token })).status === 200;
const live = () =>
  app.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), isNull(sessions.revoked)));

/** Waits until a transaction waits for the lock of another one. */
async function somebodyWaits(): Promise<void> {
  const waiting = sql`select 1 from pg_locks where not granted`;
  while ((await queryRows(app.db, waiting)).length === 0) await pause(pace);
}

/** Sends logins with the old password continuously, to two processes, until `work` is done; answers their tokens. */
async function loginsBeside(work: () => Promise<Response>): Promise<{ answer: Response; tokens: string[] }> {
  const [logins, state]: [Promise<Response>[], { isDone: boolean }] = [[], { isDone: false }];
  const send = () => logins.push(login(logins.length % 2 ? app : second));
  for (let turn = 0; turn < 3; turn += 1) send();
  const working = work().finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    send();
    await pause(pace);
  }
  const pairs = (await Promise.all(logins)).filter(({ status }) => status === 200);
  const tokens = await Promise.all(
    pairs.map(async (pair) => (await bodyOf<{ access_token: string }>(pair)).access_token),
  );
  return { answer: await working, tokens };
}

describe('logins with the old password that are sent all the time around', () => {
  it('a change of the password: none is open after it but the one that changed it', async () => {
    const { answer, tokens } = await loginsBeside(change);
    expect(answer.status).toBe(200);
    for (const token of tokens) expect(await isAlive(token)).toBe(false);
    expect(await live()).toHaveLength(1);
    expect(await isAlive((await bodyOf<{ access_token: string }>(answer)).access_token)).toBe(true);
    expect(await refusalOf(login(app, testPassword, '192.0.2.2'))).toBe('400 invalid_credentials');
  });

  it('a new password by a link: none is open after it', async () => {
    const link = await resetLink();
    const { answer, tokens } = await loginsBeside(() => reset(link));
    expect(answer.status).toBe(204);
    for (const token of [user.token, ...tokens]) expect(await isAlive(token)).toBe(false);
    expect(await live()).toEqual([]);
  });

  it('a withdrawal: none is open after it', async () => {
    const { answer, tokens } = await loginsBeside(withdraw);
    expect(answer.status).toBe(204);
    for (const token of [user.token, ...tokens]) expect(await isAlive(token)).toBe(false);
    expect(await live()).toEqual([]);
  });
});

describe('what was begun with the old password', () => {
  it('of two changes at once one counts; the other’s password is not the present one any more', async () => {
    const other = await app.signIn(user);
    const answers = await Promise.all([change(), change(other, second, 'asagao-2026-saku')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await live()).toHaveLength(1);
    const worked = await Promise.all([fresh, 'asagao-2026-saku'].map((password) => login(app, password)));
    expect(worked.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('no change of the address and no withdrawal goes on beside a change of the password', async () => {
    const [thief, leaver] = [await app.signIn(user), await app.signIn(user)];
    const answers = await Promise.all([change(), askEmail(thief), withdraw(leaver)]);
    const [changed, , withdrawn] = answers.map(({ status }) => status);
    expect(await app.db.select().from(emailChanges)).toEqual([]);
    expect([changed, withdrawn].filter((status) => status !== undefined && status < 300)).toHaveLength(1);
  });
});

describe('what was shown before, looked at under the lock', () => {
  const shown = async () => {
    const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
    if (!row) throw new Error('no user');
    return row;
  };
  const changes = {
    'the password': { passwordHash: 'another' },
    'the address': { email: 'new@example.jp' },
    'the membership': { withdrawn: new Date(0) },
  };

  it.each(Object.entries(changes))('opens no session once it is not there: %s', async (_what, changed) => {
    const [row, before] = [await shown(), await live()];
    const place = { device: '', network: null };
    await app.db.update(users).set(changed).where(eq(users.id, user.id));
    expect(await app.db.transaction((tx) => openSession(tx, app.deps, row, place))).toBeNull();
    expect(await live()).toEqual(before);
  });

  it.each([
    ['another password', changes['the password'], '400 current_wrong'],
    ['a withdrawal', changes['the membership'], '401 unauthorized'],
  ])('allows nothing after %s', async (_what, changed, refusal) => {
    const proof = { userId: user.id, passwordHash: (await shown()).passwordHash, field: 'password' };
    await app.db.update(users).set(changed).where(eq(users.id, user.id));
    await expect(app.db.transaction((tx) => lockShown(tx, proof))).rejects.toThrow(refusal);
  });
});

describe('what was mailed before', () => {
  it('a link for a new password ends with a change of the password', async () => {
    const link = await resetLink();
    expect((await change()).status).toBe(200);
    const check = () => app.call('POST', '/accounts/password/check/', { json: link });
    expect(await refusalOf(check())).toBe('410 link_expired');
    expect(await refusalOf(reset(link))).toBe('410 link_expired');
  });

  it.each([
    ['a change of the password', async () => change()],
    ['a new password by a link', async (link: object) => reset(link)],
  ])('the code for a new address ends with %s', async (_what, work) => {
    const link = await resetLink();
    const thief = await app.signIn(user);
    await askEmail(thief);
    const code = codeIn(await takeMail(app));
    expect((await work(link)).status).toBeLessThan(300);
    const again = await app.signIn(user);
    expect(await refusalOf(confirmEmail(code, again))).toBe('410 code_expired');
    expect((await app.db.select({ email: users.email }).from(users))[0]?.email).toBe(user.email);
  });

  // PGlite runs one transaction at a time, so nothing can run beside the change.
  it.runIf(testDbKind === 'postgres')(
    'no link for a new password goes to an address that the account is just leaving',
    async () => {
      await askEmail();
      const code = codeIn(await takeMail(app));
      const asked = await app.db.transaction(async (tx) => {
        await finishChange(tx, app.deps, user.id, code);
        const answer = app.call('POST', '/accounts/password/reset/', { json: { email: user.email } });
        await Promise.race([answer, somebodyWaits()]);
        return { answer };
      });
      expect((await asked.answer).status).toBe(202);
      expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['email-changed']);
    },
  );

  it('the code of a sign-up opens no second session once the password is another', async () => {
    const json = { email: 'a@example.jp', password: testPassword, registrant: 'self', agree_terms: true };
    const { signup_id } = await bodyOf<{ signup_id: string }>(
      app.call('POST', '/accounts/signup/', { json }),
    );
    const proof = { signup_id, code: codeIn(await takeMail(app)) };
    const verify = () => app.call('POST', '/accounts/signup/verify/', { json: proof });
    const first = await bodyOf<{ access_token: string }>(verify());
    expect((await verify()).status).toBe(200);
    expect((await change({ ...user, token: first.access_token })).status).toBe(200);
    expect(await refusalOf(verify())).toBe('410 code_expired');
  });
});

describe('who has left', () => {
  const leave = () => app.db.update(users).set({ withdrawn: new Date(app.clock.now()) });

  it('is read by no session, whatever is stored of it', async () => {
    await leave();
    expect(await isAlive(user.token)).toBe(false);
    const json = { refresh: user.refresh };
    expect(await refusalOf(app.call('POST', '/accounts/token/refresh/', { json }))).toBe('401 unauthorized');
    const open = app.call('GET', '/api/cms/notice/', { token: user.token });
    expect(await refusalOf(open)).toBe('401 unauthorized');
  });

  it('gets in by no link and moves by no code, though they are still there', async () => {
    const link = await resetLink();
    await askEmail();
    const code = codeIn(await takeMail(app));
    await leave();
    const check = () => app.call('POST', '/accounts/password/check/', { json: link });
    expect(await refusalOf(check())).toBe('410 link_expired');
    expect(await refusalOf(reset(link))).toBe('410 link_expired');
    const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
    const spend = app.db.transaction(async (tx) => row && spendLink(tx, app.deps, String(link.uid), row));
    expect(await spend).toBe(false);
    const finish = app.db.transaction((tx) => finishChange(tx, app.deps, user.id, code));
    await expect(finish).rejects.toThrow('410 code_expired');
  });

  it('is asked about by no guardian’s link', async () => {
    await app.db.update(users).set({ birthDate: '2012-01-01' });
    const guardian = {
      name: '山田 一郎',
      name_kana: 'ヤマダ イチロウ',
      email: 'guardian@example.jp',
      phone: '09012345678',
      relation: 'father',
    };
    await app.call('POST', '/accounts/guardian/request/', { token: user.token, json: guardian });
    const token = linkIn(await takeMail(app)).searchParams.get('confirm');
    const open = () => app.call('GET', `/accounts/guardian/${token}/`);
    expect((await open()).status).toBe(200);
    const question = await findQuestion(app.db, app.deps, String(token));
    if (!question) throw new Error('no question');
    await leave();
    expect(await refusalOf(open())).toBe('410 link_expired');
    const json = { decision: 'confirm', agree: true };
    expect(await refusalOf(app.call('POST', `/accounts/guardian/${token}/`, { json }))).toBe(
      '410 link_expired',
    );
    // An answer that was on its way while the learner left is not stored either.
    const late = app.db.transaction((tx) => decide(tx, app.deps, question, 'confirmed', '192.0.2.1'));
    await expect(late).rejects.toThrow('410 link_expired');
    expect(await takeMails(app)).toEqual([]);
  });
});
