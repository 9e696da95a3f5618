import { clientNetwork } from '../clientIp.ts';
import { countCall, giveTurnBack, readUsage, takeTurn } from '../db/callCounts.ts';
import type { AppContext, Deps } from '../deps.ts';
import { rateLimited } from '../errors.ts';
import { type Keys, keyedHash } from '../keys.ts';

/**
 * Mails of one kind in a window of seconds (product.md 3.9.17): for a member to any address, for a guest to one
 * address. The requester is counted, not only the address: otherwise anybody could type a stranger's address and so
 * block that person's mails.
 */
export const mailLimit = { max: 5, window: 86_400 };
type MailLimit = typeof mailLimit;

/** Mails of one kind that one address gets in a window without pauses, whoever asks. */
export const freely = 20;
const minute = 60_000;
const pauses = { first: 15 * minute, longest: 60 * minute };

/**
 * Milliseconds between the mail of this number in a window and the next one. The pause grows but stays short: it slows
 * down somebody who asks from many networks, and the owner of the address waits an hour at most, not a day.
 */
export function pauseAfter(number: number): number {
  return number < freely ? 0 : Math.min(pauses.first * 2 ** (number - freely), pauses.longest);
}

const hashOf = (keys: Keys, ...parts: string[]) => keyedHash(keys, 'mail', parts.join('\n'));

/** Takes one of the requester's turns and answers its name; 429 `rate`. */
async function takeOwnTurn(
  c: AppContext,
  deps: Deps,
  kind: string,
  address: string,
  limit: MailLimit,
): Promise<string> {
  const user = c.get('user');
  const guest = () => hashOf(deps.keys, address, clientNetwork(c, deps.config.trustedProxies));
  const key = `mail:${kind}:${user ? `user-${user.id}` : guest()}`;
  const wait = await takeTurn(deps.db, key, limit, deps.clock.now());
  if (wait !== null) throw rateLimited(wait / 1000);
  return key;
}

/**
 * Counts a mail by its requester, for known and unknown addresses alike; 429 `rate`. For mails where an earlier one is
 * as good: the writer of such a mail limits how many an address gets (password/store.ts).
 */
export async function assertMayRequest(
  c: AppContext,
  deps: Deps,
  kind: string,
  address: string,
): Promise<void> {
  await takeOwnTurn(c, deps, kind, address, mailLimit);
}

/**
 * Counts a mail before it is written, by its requester and by its address, for known and unknown addresses alike. 429
 * `rate` with the remaining pause (`pauseAfter`), or when the requester has reached their limit. Call it outside of the
 * transaction that writes the mail: a mail that is refused there counts too.
 */
export async function assertMayMail(
  c: AppContext,
  deps: Deps,
  kind: string,
  address: string,
  limit: MailLimit = mailLimit,
): Promise<void> {
  const own = await takeOwnTurn(c, deps, kind, address, limit);
  const now = deps.clock.now();
  const all = `mail-all:${kind}:${hashOf(deps.keys, address)}`;
  const number = ((await readUsage(deps.db, all, now))?.count ?? 0) + 1;
  const pause = pauseAfter(number);
  if (pause > 0) {
    const turn = { max: 1, window: pause / 1000 };
    const wait = await takeTurn(deps.db, `mail-pause:${kind}:${hashOf(deps.keys, address)}`, turn, now);
    if (wait !== null) {
      await giveTurnBack(deps.db, own);
      throw rateLimited(wait / 1000);
    }
  }
  await countCall(deps.db, all, limit.window, now);
}

/** An address as it may be shown to the person who typed it: `h*****@example.jp`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}*****${email.slice(at)}`;
}
