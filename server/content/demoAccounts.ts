import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { packs } from '../db/schema/catalog.ts';
import { settings } from '../db/schema/system.ts';
import type { Deps } from '../deps.ts';
import { verifyPassword } from '../domain/accounts/passwords.ts';
import { demoAccounts } from './demoList.ts';

/** Row of `settings` with the numbers of the accounts that the demo made. An address may change, a number does not. */
const name = 'demo_accounts';

async function marked(db: Db): Promise<number[] | null> {
  const rows = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  return (rows[0]?.value as number[] | undefined) ?? null;
}

async function mark(tx: Tx, ids: number[], now: number): Promise<void> {
  const row = { value: ids, modified: new Date(now) };
  const target = settings.name;
  await tx
    .insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target, set: row });
}

/** Notes that the demo made this account, in the transaction that makes it. */
export async function markDemoAccount(tx: Tx, id: number, now: number): Promise<void> {
  await mark(tx, [...((await marked(tx)) ?? []), id], now);
}

/** Name of the caller under which the server itself queues for hashing (accounts/hashLanes.ts). */
const caller = 'server';

/**
 * Finds the demo's accounts in data that are older than the notes. Nobody signed up for these accounts, and they still
 * have the demo's address or its password.
 */
async function findUnmarked(db: Db): Promise<number[]> {
  const loaded = await db.select({ key: packs.key }).from(packs).where(eq(packs.key, 'demo'));
  if (loaded.length === 0) return [];
  const columns = { id: users.id, email: users.email, passwordHash: users.passwordHash };
  const notSignedUp = and(isNull(users.registrant), isNull(users.agreed));
  const ids: number[] = [];
  for (const user of await db.select(columns).from(users).where(notSignedUp)) {
    let isDemo = demoAccounts.some(({ email }) => email === user.email);
    for (const password of new Set(demoAccounts.map((account) => account.password)))
      isDemo ||= await verifyPassword(user.passwordHash, password, caller);
    if (isDemo) ids.push(user.id);
  }
  return ids;
}

/** Numbers of the accounts that the demo made and that are still there. */
export async function demoAccountIds({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number[]> {
  let ids = await marked(db);
  if (ids === null) {
    ids = await findUnmarked(db);
    await mark(db, ids, clock.now());
  }
  if (ids.length === 0) return [];
  const rows = await db.select({ id: users.id }).from(users).where(inArray(users.id, ids));
  return rows.map(({ id }) => id);
}

const refusal = [
  'このデータには、パスワードがだれでも分かる体験用のアカウントが入っています。本番 (NODE_ENV=production) では起動しません。',
  '次のどれかを選んでください。',
  '  ・新しいデータで始める: DATA_DIR か DATABASE_URL に別の場所を指定する',
  '  ・体験用のアカウントを、その学習の記録ごと消す: npm run db -- demo remove',
  '  ・体験版として公開する: DEMO=1 を付けて起動する',
].join('\n');

/** Throws an Error in Japanese while the data hold an account that the demo made. */
export async function assertNoDemoAccounts(deps: Deps): Promise<void> {
  if ((await demoAccountIds(deps)).length > 0) throw new Error(refusal);
}
