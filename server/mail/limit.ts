import { clientNetwork } from '../clientIp.ts';
import { countCall, giveTurnBack, readUsage, takeTurn } from '../db/callCounts.ts';
import type { AppContext, Deps } from '../deps.ts';
import { rateLimited } from '../errors.ts';
import { type Keys, keyedHash } from '../keys.ts';

/**
 * Mails of one kind in a window of seconds (product.md 3.9.17): for a member to whomever, for a guest to one address.
 * Who asks is counted, not only the address: anybody may type a stranger's in, and would block their mails with it.
 */
export const mailLimit = { max: 5, window: 86_400 };
type MailLimit = typeof mailLimit;

/** Mails of one kind that one address may be sent in a window, whoever asks, before pauses come between them. */
export const freely = 20;
const minute = 60_000;
const pauses = { first: 15 * minute, longest: 60 * minute };

/**
 * Milliseconds between the mail of this number in a window and the next one. It grows and stays short: it holds back who
 * asks from many networks, and the owner of the address waits an hour at most, not a day.
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
 * Counts a mail by who asks for it, for known and unknown addresses alike; 429 `rate`. For mails of which an earlier one
 * is as good: whoever writes them sees to it that the address is not sent too many (password/store.ts).
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
 * Counts a mail before it is written, by who asks for it and by its address, for known and unknown ones alike; 429 `rate`
 * with the pause that is left (`pauseAfter`), or when the requester has had enough. Call it outside of the transaction
 * that writes the mail: one that is refused there counts too.
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

/** An address as it may be shown to who typed it in: `h*****@example.jp`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}*****${email.slice(at)}`;
}
