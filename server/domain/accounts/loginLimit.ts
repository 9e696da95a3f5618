import { and, countDistinct, eq } from 'drizzle-orm';
import { clientNetwork } from '../../clientIp.ts';
import { giveTurnBack, type Limit, readUsage, takeTurn } from '../../db/callCounts.ts';
import type { Db, Tx } from '../../db/client.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { rateLimits } from '../../db/schema/system.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppContext, Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { type Keys, keyedHash } from '../../keys.ts';
import { knownDevice } from './knownDevice.ts';
import { hashNetwork } from './secrets.ts';

type Turns = Pick<Limit, 'max' | 'window'>;
const window = 15 * 60;

/** Wrong passwords allowed per e-mail and caller in one window of seconds (product.md 3.9.17). */
export const loginLimit: Turns = { max: 5, window };
/**
 * Wrong passwords of one network, for all accounts together. Right ones do not count, and each account that was opened
 * there adds one to the limit. Behind the one address of a school a thousand learners mistype at nine o'clock; but
 * somebody who guesses at many accounts from one place soon reaches the limit.
 */
export const networkLimit: Turns = { max: 100, window };
/**
 * Wrong passwords for one account, from anywhere: some 2000 guesses a day. The weakest allowed password
 * (passwordRule.ts: a million guesses) withstands this for more than a year. Above the limit the owner still gets in
 * where the account was opened before, by browser (knownDevice.ts) or network, and anywhere by a link for a new
 * password. Strangers cannot lock them out.
 */
export const accountLimit: Turns = { max: 20, window };

const digest = (keys: Keys, ...parts: string[]) => keyedHash(keys, 'login', parts.join('\n'));
/** Name of the counter of one e-mail and one caller; holds no personal data. */
const ownKey = (keys: Keys, email: string, caller: string) => `login:${digest(keys, email, caller)}`;

function locked(resetsIn: number): ApiError {
  const seconds = Math.max(1, Math.ceil(resetsIn / 1000));
  const minutes = Math.ceil(seconds / 60);
  const detail = `ログインを一時停止しました。${minutes}分後にお試しいただくか、パスワードを再設定してください。`;
  return new ApiError(429, 'rate', detail, { retry_after: seconds });
}

/** How many accounts have been opened from a network. */
async function countAccounts(db: Db, place: string): Promise<number> {
  const isHere = eq(sessions.network, place);
  const [found] = await db
    .select({ count: countDistinct(sessions.userId) })
    .from(sessions)
    .where(isHere);
  return found?.count ?? 0;
}

async function wasOpenedHere(db: Db, userId: number, place: string): Promise<boolean> {
  const isIt = and(eq(sessions.network, place), eq(sessions.userId, userId));
  return (await db.select({ id: sessions.id }).from(sessions).where(isIt).limit(1)).length > 0;
}

/** Asks for a turn: `null`, or milliseconds until there are turns again. */
type Ask = (db: Db, key: string, limit: Turns, now: number) => Promise<number | null>;

/** Only looks whether a turn is left. */
const look: Ask = async (db, key, { max }, now) => {
  const usage = await readUsage(db, key, now);
  return usage && usage.count >= max ? usage.resetsIn : null;
};

/** One try to log in. */
export type LoginTry = {
  /** The caller's network, for hashLanes.ts. */
  network: string;
  /**
   * Takes the turns of this try before the password is checked; throws 429 `rate` where no turn is left. `userId`: the
   * account of the address, `null`: there is none. Answers whether even the right password is refused.
   */
  admit(userId: number | null): Promise<boolean>;
  /** The answer to a wrong password: 400 `invalid_credentials`; above the account's limit 429, like any other. */
  refusal(): ApiError;
  /** After the right password: gives the turns back. */
  settle(tx: Tx): Promise<void>;
};

/**
 * Begins a try to log in; throws 429 `rate` at once where one of the limits is used up.
 *
 * Neither an answer nor its timing tells whether the account exists: an unknown address is counted like a known one.
 * Above the account's limit, a password is still hashed where any account was opened from the network; the answer is
 * 429, unless the password is right and the account is known there. A known browser has its own counter, and no other
 * counter stops it.
 */
export async function beginLogin(c: AppContext, deps: Deps, email: string): Promise<LoginTry> {
  const network = clientNetwork(c, deps.config.trustedProxies);
  const place = hashNetwork(deps.keys, network);
  const device = knownDevice(c, deps, email);
  const own = ownKey(deps.keys, email, device ?? network);
  const [ofNetwork, ofAccount] = [`login-network:${place}`, `login-account:${digest(deps.keys, email)}`];

  /** Milliseconds until the account's limit has turns again, `null`: it has some now. Throws for the other limits. */
  const pass = async (db: Db, ask: Ask): Promise<number | null> => {
    const now = deps.clock.now();
    if (device === null && (await ask(db, ofNetwork, networkLimit, now)) !== null) {
      const max = networkLimit.max + (await countAccounts(db, place));
      const wait = await ask(db, ofNetwork, { max, window }, now);
      if (wait !== null) throw locked(wait);
    }
    const wait = await ask(db, own, loginLimit, now);
    if (wait !== null) throw locked(wait);
    if (device !== null) return null;
    const crowded = await ask(db, ofAccount, accountLimit, now);
    if (crowded !== null && (await countAccounts(db, place)) === 0) throw locked(crowded);
    return crowded;
  };

  let crowded = await pass(deps.db, look);
  return {
    network,
    async admit(userId) {
      // In one transaction, so that a refused try takes no turn from any limit.
      crowded = await transaction(deps.db, (tx) => pass(tx, takeTurn));
      return crowded !== null && !(await wasOpenedHere(deps.db, userId ?? 0, place));
    },
    refusal() {
      if (crowded !== null) return locked(crowded);
      return new ApiError(400, 'invalid_credentials', 'メールアドレスまたはパスワードが正しくありません。');
    },
    async settle(tx) {
      // In the same order in which `pass` takes them, so that two logins never wait for each other (deadlock).
      if (device === null) await giveTurnBack(tx, ofNetwork);
      await clearTurns(tx, own);
      if (device === null && crowded === null) await giveTurnBack(tx, ofAccount);
    },
  };
}

/** Resets a counter: the caller has shown the password. */
export async function clearTurns(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Lets the caller try again at once: they have shown by a mailed link that the account is theirs. */
export async function endPause(tx: Tx, c: AppContext, deps: Deps, email: string): Promise<void> {
  const network = clientNetwork(c, deps.config.trustedProxies);
  const device = knownDevice(c, deps, email);
  for (const caller of device === null ? [network] : [network, device])
    await clearTurns(tx, ownKey(deps.keys, email, caller));
}
