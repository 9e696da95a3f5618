import { beforeEach, describe, expect, it } from 'vitest';
import { passwordResets } from '../db/schema/accounts.ts';
import { rateLimits } from '../db/schema/system.ts';
import { deriveKeys } from '../keys.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { storeEntryExam } from '../testing/entryExam.ts';
import { linkIn, takeMails } from '../testing/mails.ts';
import { type SignedIn, testPassword } from '../testing/users.ts';
import { freely, pauseAfter } from './limit.ts';

const minute = 60_000;
const victim = 'victim@example.jp';
let app: TestApp;

beforeEach(async () => {
  app = await createTestApp({ config: { trustedProxies: 1 } });
  await storeEntryExam(app.deps);
});

/** A call by somebody: guests differ by network, members by account. */
type Ask = (who: { ip: string; user: SignedIn }) => Promise<Response>;
const post = (path: string, json: object, ip: string, token?: string) =>
  app.call('POST', path, { json, headers: { 'X-Forwarded-For': ip }, ...(token ? { token } : {}) });
const guardian = {
  name: '山田 一郎',
  name_kana: 'ヤマダ イチロウ',
  phone: '09012345678',
  relation: 'father',
};
const contact = { category: 'account', name: '山田', email: victim, body: 'ログインできません。' };
const newEntry = { grade: 'h1', subjects: ['math'], agree_terms: true };

const asks: [string, Ask][] = [
  ['a new password', ({ ip }) => post('/accounts/password/reset/', { email: victim }, ip)],
  [
    'a sign-up',
    ({ ip }) =>
      post(
        '/accounts/signup/',
        { email: victim, password: 'asagao-2026-saku', registrant: 'self', agree_terms: true },
        ip,
      ),
  ],
  [
    'a new address',
    ({ ip, user }) =>
      post('/accounts/email/change/', { new_email: victim, password: testPassword }, ip, user.token),
  ],
  [
    'a guardian',
    ({ ip, user }) => post('/accounts/guardian/request/', { ...guardian, email: victim }, ip, user.token),
  ],
  ['a question', ({ ip }) => post('/api/support/contact/', contact, ip)],
  [
    'the link of a question',
    ({ ip }) => post('/api/support/inquiry/link/', { number: 'Q-0000-0000', email: victim }, ip),
  ],
  ['an entry exam', ({ ip }) => post('/api/exam/entry/', { ...newEntry, email: victim }, ip)],
];

const learner = async () => app.signIn(await app.createUser({ birthDate: '2012-01-01' }));

describe.each(asks)('strangers who ask for the mails of an address: %s', (_what, ask) => {
  it('use their own five up, and not the owner’s', async () => {
    const stranger = { ip: '192.0.2.1', user: await learner() };
    const first = (await ask(stranger)).status;
    for (let turn = 1; turn < 5; turn += 1) expect((await ask(stranger)).status).toBe(first);
    expect((await ask(stranger)).status).toBe(429);
    expect((await ask({ ip: '198.51.100.1', user: await learner() })).status).toBe(first);
  });

  it('are counted under the key of the server: who only has the database cannot try addresses', async () => {
    const stranger = { ip: '192.0.2.1', user: await learner() };
    const counters = async () =>
      (await app.db.select({ key: rateLimits.key }).from(rateLimits))
        .map(({ key }) => key)
        .filter((key) => key.startsWith('mail') && !key.includes(':user-'));
    await ask(stranger);
    const before = await counters();
    expect(before.length).toBeGreaterThan(0);
    app.deps.keys.guessable = (await deriveKeys('another secret that only tests use')).guessable;
    await ask(stranger);
    expect(await counters()).toHaveLength(2 * before.length);
  });

  it('never keep the owner waiting for more than an hour, from however many networks they come', async () => {
    for (let address = 1; address <= 9; address += 1) {
      const stranger = { ip: `192.0.2.${address}`, user: await learner() };
      for (let turn = 0; turn < 5; turn += 1) await ask(stranger);
    }
    const owner = { ip: '198.51.100.1', user: await learner() };
    const refused = await ask(owner);
    const wait = Number(refused.headers.get('Retry-After') ?? 0);
    expect(wait).toBeLessThanOrEqual(3600);
    expect((await takeMails(app)).filter(({ to }) => to === victim).length).toBeLessThanOrEqual(freely + 1);
    app.clock.advance(wait * 1000);
    // Above the pause the tries that were refused are the owner's again.
    for (let turn = 0; turn < 5; turn += 1) await ask(owner);
    app.clock.advance(60 * minute);
    owner.user = await app.signIn(owner.user);
    expect((await ask({ ...owner, ip: '198.51.100.2' })).status).toBeLessThan(300);
  });
});

it('pauses between mails grow from a quarter of an hour to an hour', () => {
  const numbers = [1, freely - 1, freely, freely + 1, freely + 2, freely + 9];
  expect(numbers.map((number) => pauseAfter(number) / minute)).toEqual([0, 0, 15, 30, 60, 60]);
});

describe('links for a new password that strangers ask for all day', () => {
  const ask = (ip: string, email = victim) => post('/accounts/password/reset/', { email }, ip);
  const isGood = async (mail: Parameters<typeof linkIn>[0]) => {
    const [, , , , uid, token] = linkIn(mail).pathname.split('/');
    return (await post('/accounts/password/check/', { uid, token }, '198.51.100.1')).status === 204;
  };

  it('never leave the owner without a good one, nor fill the mailbox, nor tell of the account', async () => {
    await app.createUser({ email: victim });
    let newest = null;
    for (let hour = 0; hour < 12; hour += 1) {
      for (let address = 1; address <= 4; address += 1) {
        const stranger = `192.0.2.${hour * 10 + address}`;
        const [known, unknown] = [await ask(stranger), await ask(stranger, 'nobody@example.jp')];
        expect([known.status, unknown.status]).toEqual([202, 202]);
        expect(await known.text()).toBe(await unknown.text());
      }
      const owner = await ask(`198.51.100.${hour}`);
      expect(owner.status).toBe(202);
      newest = (await takeMails(app)).at(-1) ?? newest;
      if (!newest) throw new Error('no mail');
      expect(await isGood(newest)).toBe(true);
      app.clock.advance(60 * minute);
    }
    const rows = await app.db.select().from(passwordResets);
    expect(rows).toHaveLength(2 * 12 * 4 + 12);
    expect(rows.filter(({ userId }) => userId !== null).length).toBeLessThanOrEqual(freely + 12);
  });
});
