/**
 * Who may have a free trial of a plan: once for each person, family of plans and card (product.md 3.9 item 1, row 90 of
 * money.md 7).
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { type CardRow, cards, type PlanRow, trials } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { keyedHash } from '../../keys.ts';
import { findGuardian } from '../profile/store.ts';

/** An address or a number in the form in which it is compared. */
const tidy = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\-‐−ー]/g, '');

/** Hashes that identify somebody who had, or has, a trial: of the account, its address, and those of a guardian. */
async function personsOf(db: Db, { keys }: Pick<Deps, 'keys'>, userId: number): Promise<string[]> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const guardian = await findGuardian(db, userId);
  const mails = [user?.email, guardian?.email].filter((mail) => mail !== undefined && mail !== null);
  const phones = [guardian?.phone].filter((phone) => phone !== undefined && phone !== null);
  const hashed = (kind: 'mail' | 'phone', texts: readonly string[]) =>
    texts.filter((text) => text !== '').map((text) => `${kind}:${keyedHash(keys, 'trial', tidy(text))}`);
  return [...new Set([`user:${userId}`, ...hashed('mail', mails), ...hashed('phone', phones)])];
}

/** Whether somebody may have a plan's free days; a guest is shown the usual answer. */
export async function mayTry(
  db: Db,
  deps: Pick<Deps, 'keys'>,
  userId: number | null,
  { trialDays, family }: Pick<PlanRow, 'trialDays' | 'family'>,
): Promise<boolean> {
  if (trialDays === 0) return false;
  if (userId === null) return true;
  const persons = await personsOf(db, deps, userId);
  const had = await db
    .select({ id: trials.id })
    .from(trials)
    .where(and(inArray(trials.person, persons), eq(trials.family, family)))
    .limit(1);
  return had.length === 0;
}

/**
 * Notes that somebody has the trial of a family, with the order that begins it. `false`: they had it before, or another
 * order is beginning it at this moment; then nothing may be stored.
 */
export async function noteTrial(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  { userId, orderId, family }: { userId: number; orderId: number; family: string },
): Promise<boolean> {
  const persons = await personsOf(tx, deps, userId);
  const created = new Date(deps.clock.now());
  const made = await tx
    .insert(trials)
    .values(persons.sort().map((person) => ({ person, family, orderId, created })))
    .onConflictDoNothing()
    .returning({ id: trials.id });
  return made.length === persons.length;
}

type TrialCard = Pick<CardRow, 'last4' | 'expiry'>;

/**
 * The name of a card among those that had a trial. The gateway gives no certain identity of a card, so last four digits
 * and expiry stand for it: one card in some hundred thousand is mistaken for another. `null`: the card is not checked,
 * because its expiry could not be read, or because it is a test card, which everybody uses.
 */
function nameOfCard(
  { keys, gateway }: Pick<Deps, 'keys' | 'gateway'>,
  { last4, expiry }: TrialCard,
): string | null {
  if (gateway.capabilities.kind === 'scripted' || last4 === '' || expiry === '') return null;
  return `card:${keyedHash(keys, 'trial', `${last4}/${expiry}`)}`;
}

/** Whether a trial of a family has begun with this kept card before, in any account. */
export async function wasTriedBy(
  db: Db,
  deps: Pick<Deps, 'keys' | 'gateway'>,
  cardId: number,
  family: string,
): Promise<boolean> {
  const [card] = await db.select().from(cards).where(eq(cards.id, cardId));
  const person = card ? nameOfCard(deps, card) : null;
  if (person === null) return false;
  const isSame = and(eq(trials.person, person), eq(trials.family, family));
  return (await db.select({ id: trials.id }).from(trials).where(isSame).limit(1)).length > 0;
}

/** Notes that a family's trial begins with a card; `false`: one began with it before, and nothing is noted. */
export async function noteTrialCard(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock' | 'gateway'>,
  { card, orderId, family }: { card: TrialCard; orderId: number; family: string },
): Promise<boolean> {
  const person = nameOfCard(deps, card);
  if (person === null) return true;
  const made = await tx
    .insert(trials)
    .values({ person, family, orderId, created: new Date(deps.clock.now()) })
    .onConflictDoNothing()
    .returning({ id: trials.id });
  return made.length > 0;
}
