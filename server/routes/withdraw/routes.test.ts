import { isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { emailChanges, passwordResets, users } from '../../db/schema/accounts.ts';
import { sweep } from '../../sweep.ts';
import { refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { takeMail, takeMails } from '../../testing/mails.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

const day = 86_400_000;
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

const withdraw = (fields: object = {}, who: { token?: string; key?: string } = { token: user.token }) =>
  app.call('POST', '/accounts/withdraw/', { ...who, json: { password: testPassword, ...fields } });
const login = () =>
  app.call('POST', '/accounts/login/', { json: { email: user.email, password: testPassword } });

describe('POST /accounts/withdraw/', () => {
  it('ends every login; the account looks as if it had never been', async () => {
    const other = await app.signIn(user);
    const stranger = await app.signIn();
    expect((await withdraw({ reason: '受験が終わりました' })).status).toBe(204);
    const isAlive = async (token: string) =>
      (await app.call('GET', '/accounts/user/', { token })).status === 200;
    expect([await isAlive(user.token), await isAlive(other.token), await isAlive(stranger.token)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await refusalOf(login())).toBe('400 invalid_credentials');
    expect((await takeMail(app)).kind).toBe('withdrawn');
    const reset = await app.call('POST', '/accounts/password/reset/', { json: { email: user.email } });
    expect(reset.status).toBe(202);
    expect(await takeMails(app)).toEqual([]);
  });

  it('ends what was mailed and still waits: a link for a new password, a code for a new address', async () => {
    const { token } = user;
    await app.call('POST', '/accounts/password/reset/', { json: { email: user.email } });
    const json = { new_email: 'new@example.jp', password: testPassword };
    expect((await app.call('POST', '/accounts/email/change/', { token, json })).status).toBe(202);
    const open = () => app.db.select().from(passwordResets).where(isNull(passwordResets.used));
    expect([(await open()).length, (await app.db.select().from(emailChanges)).length]).toEqual([1, 1]);
    await withdraw();
    expect([await open(), await app.db.select().from(emailChanges)]).toEqual([[], []]);
  });

  it('erases everything after 30 days, and frees the address', async () => {
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, course.id);
    await withdraw();
    app.clock.advance(30 * day);
    await sweep(app.deps);
    expect(await app.db.select().from(users)).toHaveLength(1);
    app.clock.advance(1);
    await sweep(app.deps);
    expect(await app.db.select().from(users)).toEqual([]);
    await app.createUser({ email: user.email });
    expect((await login()).status).toBe(200);
  });

  it('wants the password, and lets nobody guess it', async () => {
    expect(await refusalOf(withdraw({ password: 'wrong' }))).toBe('400 current_wrong');
    expect(await refusalOf(withdraw({ password: '' }))).toBe('400 validation');
    for (let turn = 1; turn < 5; turn += 1) await withdraw({ password: 'wrong' });
    expect(await refusalOf(withdraw())).toBe('429 rate');
  });

  it('is answered again to the same key, and to nothing else: the login is over', async () => {
    const key = '0193b3a0-7d1e-4c5a-9d2e-3f4a5b6c7d8e';
    const who = { token: user.token, key };
    await withdraw({}, who);
    const again = await withdraw({}, who);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([204, 'true']);
    expect(await refusalOf(withdraw())).toBe('401 unauthorized');
    expect(await refusalOf(withdraw({ reason: 'x' }, who))).toBe('401 unauthorized');
    expect(await refusalOf(app.call('GET', '/accounts/user/', who))).toBe('401 unauthorized');
    expect(await takeMails(app)).toHaveLength(1);
  });

  it('is for members only', async () => {
    await expectMembersOnly(app, user, (who) => withdraw({}, who));
  });
});
