import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoCommand } from '../cli/demo.ts';
import { users } from '../db/schema/accounts.ts';
import { packs } from '../db/schema/catalog.ts';
import { settings } from '../db/schema/system.ts';
import { hashPassword } from '../domain/accounts/passwords.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { assertNoDemoAccounts, demoAccountIds, markDemoAccount } from './demoAccounts.ts';
import { demoAccounts } from './demoList.ts';

const [demo] = demoAccounts;
if (!demo) throw new Error('no demo account');
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

async function makeDemoAccount(): Promise<number> {
  const { id } = await app.createUser({ email: demo?.email ?? '' });
  await app.db.transaction((tx) => markDemoAccount(tx, id, app.clock.now()));
  return id;
}

async function removeDemo() {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const exit = await demoCommand.run({ deps: app.deps, args: ['remove'], cwd: '/', print });
  return { exit, text: lines.join('\n') };
}

describe('accounts that the demo made', () => {
  it('are known by what the demo made, whatever became of address and password', async () => {
    const ids = [await makeDemoAccount()];
    await app.db.update(users).set({ email: 'moved@example.jp', passwordHash: 'other', registrant: 'self' });
    await app.createUser({ email: demo.email });
    expect(await demoAccountIds(app.deps)).toEqual(ids);
    await expect(assertNoDemoAccounts(app.deps)).rejects.toThrow(/demo remove.*DEMO=1/s);
  });

  it('are found in data of a version that did not note them, and not who signed up', async () => {
    await app.db
      .insert(packs)
      .values({ key: 'demo', name: 'x', license: 'x', credits: [], imported: new Date(), fingerprint: 'x' });
    const passwordHash = await hashPassword(demo.password, 'test');
    const moved = await app.createUser({ email: 'moved@example.jp', passwordHash });
    const other = await app.createUser({ email: demo.email });
    await app.createUser({ passwordHash, registrant: 'self' });
    await app.createUser({});
    expect((await demoAccountIds(app.deps)).sort()).toEqual([moved.id, other.id].sort());
    await app.db.update(users).set({ email: 'again@example.jp' }).where(eq(users.id, other.id));
    expect(await demoAccountIds(app.deps)).toHaveLength(2);
  });

  it('are not looked for where no demo was ever loaded', async () => {
    await app.createUser({ email: demo.email, passwordHash: await hashPassword(demo.password, 'test') });
    await expect(assertNoDemoAccounts(app.deps)).resolves.toBeUndefined();
  });

  it('go with their sessions when the operator says so, and nobody else', async () => {
    const id = await makeDemoAccount();
    const { token } = await app.signIn({ id, email: demo.email });
    const me = await app.signIn();
    expect(await removeDemo()).toMatchObject({ exit: 0, text: expect.stringContaining('1件') });
    await expect(assertNoDemoAccounts(app.deps)).resolves.toBeUndefined();
    expect((await app.call('GET', '/accounts/user/', { token })).status).toBe(401);
    expect((await app.call('GET', '/accounts/user/', { token: me.token })).status).toBe(200);
    expect(await removeDemo()).toMatchObject({ exit: 0, text: expect.stringContaining('0件') });
    expect((await app.db.select().from(settings)).length).toBe(1);
  });
});
