/**
 * Cards as rows (money.md 4.14a): their states, how they are locked and changed. A card is locked after the subscription
 * and the order that wait for it.
 */
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import {
  type CardRow,
  type CardRowState,
  cardMembers,
  cards,
  subscriptions,
} from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { japanMs } from '../../times.ts';

const day = 86_400_000;
/** States of a card that can be used, or may become usable. */
const pendingStates = ['checking', 'challenged', 'keeping'] as const satisfies CardRowState[];
const countedStates = [...pendingStates, 'active'] as const;

/** The states that each state may change to. */
const ways: Record<CardRowState, readonly CardRowState[]> = {
  checking: ['challenged', 'keeping', 'proved', 'failed'],
  challenged: ['keeping', 'proved', 'failed'],
  keeping: ['active', 'failed'],
  active: ['deleting'],
  failed: [],
  deleting: ['deleted'],
  deleted: [],
  proved: [],
};

/** A row that only authenticates the owner of a kept card is not a card. */
const isCard = isNull(cards.provesId);

/** Whether a card may go from one state to another. Pure. */
export function mayCardMove(from: CardRowState, to: CardRowState): boolean {
  return ways[from].includes(to);
}

export function isCardPending({ state }: Pick<CardRow, 'state'>): boolean {
  return (pendingStates as readonly CardRowState[]).includes(state);
}

type Change = Partial<Omit<typeof cards.$inferInsert, 'id' | 'state'>>;

/** Changes fields of a card and answers the changed row. */
export async function changeCard(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  card: Pick<CardRow, 'id'>,
  change: Change & { state?: CardRowState },
): Promise<CardRow> {
  const [row] = await tx
    .update(cards)
    .set({ ...change, modified: new Date(deps.clock.now()) })
    .where(eq(cards.id, card.id))
    .returning();
  if (!row) throw new Error('card vanished');
  return row;
}

/**
 * Moves a card to another state. Throws for a change that is not allowed: that is a bug of ours, and nothing is stored.
 */
export function moveCard(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  card: CardRow,
  state: CardRowState,
  change: Change = {},
): Promise<CardRow> {
  if (!mayCardMove(card.state, state)) throw new Error(`card ${card.id}: ${card.state} to ${state}`);
  return changeCard(tx, deps, card, { ...change, state });
}

/** The card, locked. */
export async function lockCard(tx: Tx, id: number): Promise<CardRow> {
  const [row] = await tx.select().from(cards).where(eq(cards.id, id)).for('update');
  if (!row) throw new Error('card vanished');
  return row;
}

/** Somebody's own card; `null`: there is none, or it is somebody else's. Both look the same (row 112). */
export async function findCard(db: Db, userId: number, id: number): Promise<CardRow | null> {
  const isOwn = and(eq(cards.id, id), eq(cards.userId, userId), ne(cards.state, 'deleted'), isCard);
  const [row] = await db.select().from(cards).where(isOwn).limit(1);
  return row && row.state !== 'deleting' ? row : null;
}

/** A card as its owner sees it. `isInUse`: a subscription is charged to it. */
export type CardView = { card: CardRow; isInUse: boolean };

// The table is named here: in a query of one table, a column without its table would be taken for one of the
// subscription.
const isUsed = sql<boolean>`exists (select 1 from ${subscriptions} as used
  where used.card_id = ${cards}.id and used.status <> 'ended')`;

/** Somebody's cards: the default one first, then the newest. A failed one is shown for a day. */
export async function listCardsOf(db: Db, userId: number, now: number): Promise<CardView[]> {
  const rows = await db
    .select({ card: cards, isInUse: isUsed })
    .from(cards)
    .where(and(eq(cards.userId, userId), isCard, inArray(cards.state, [...countedStates, 'failed'])))
    .orderBy(desc(cards.isDefault), desc(cards.id));
  const isRecent = ({ endedAt, modified }: CardRow) => (endedAt ?? modified).getTime() > now - day;
  return rows.filter(({ card }) => card.state !== 'failed' || isRecent(card));
}

/** The views of these cards, by number. */
export async function cardViews(db: Db, ids: readonly number[]): Promise<Map<number, CardView>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ card: cards, isInUse: isUsed })
    .from(cards)
    .where(inArray(cards.id, [...ids]));
  return new Map(rows.map((row) => [row.card.id, row]));
}

/** How many cards somebody has, including those that are being checked. */
export async function countCards(db: Db, userId: number): Promise<number> {
  const rows = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.userId, userId), isCard, inArray(cards.state, [...countedStates])));
  return rows.length;
}

/** Whether a card's last month is over. `expiry`: `YYMM`, in Japan. Pure. */
export function isCardOver({ expiry }: Pick<CardRow, 'expiry'>, now: number): boolean {
  if (!/^\d{4}$/.test(expiry)) return false;
  const [year, month] = [2000 + Number(expiry.slice(0, 2)), Number(expiry.slice(2))];
  return now >= Date.UTC(year, month, 1) - japanMs;
}

/** The name under which the gateway keeps somebody's cards; made up when there is none yet. The user's row is locked. */
export async function memberOf(tx: Tx, deps: Pick<Deps, 'clock'>, userId: number): Promise<string> {
  const memberId = `m${randomBytes(20).toString('hex')}`;
  await tx
    .insert(cardMembers)
    .values({ memberId, userId, created: new Date(deps.clock.now()) })
    .onConflictDoNothing({ target: cardMembers.userId });
  const [row] = await tx
    .select({ memberId: cardMembers.memberId })
    .from(cardMembers)
    .where(eq(cardMembers.userId, userId));
  if (!row) throw new Error('card member was not stored');
  return row.memberId;
}

/** Whether it is certain that the gateway has a member. */
export async function isMemberMade(db: Db, memberId: string): Promise<boolean> {
  const [row] = await db
    .select({ made: cardMembers.made })
    .from(cardMembers)
    .where(eq(cardMembers.memberId, memberId));
  return row?.made != null;
}

export async function noteMemberMade(tx: Tx, deps: Pick<Deps, 'clock'>, memberId: string): Promise<void> {
  await tx
    .update(cardMembers)
    .set({ made: new Date(deps.clock.now()) })
    .where(eq(cardMembers.memberId, memberId));
}

/** Physical numbers that we know of a member's cards, in whatever state. */
export async function knownSeqs(db: Db, memberId: string): Promise<Set<string>> {
  const rows = await db.select({ seq: cards.cardSeq }).from(cards).where(eq(cards.memberId, memberId));
  return new Set(rows.flatMap(({ seq }) => (seq === null ? [] : [seq])));
}

/** Makes a kept card the one that is offered first. Only our data change: the gateway knows nothing of it. */
export async function makeDefault(tx: Tx, deps: Pick<Deps, 'clock'>, card: CardRow): Promise<CardRow> {
  if (card.userId !== null)
    await tx
      .update(cards)
      .set({ isDefault: false })
      .where(and(eq(cards.userId, card.userId), eq(cards.isDefault, true), ne(cards.id, card.id)));
  return changeCard(tx, deps, card, { isDefault: true });
}

/** Whether somebody has a default card. */
export async function hasDefault(db: Db, userId: number): Promise<boolean> {
  const isTheirs = and(eq(cards.userId, userId), eq(cards.isDefault, true), eq(cards.state, 'active'));
  return (await db.select({ id: cards.id }).from(cards).where(isTheirs).limit(1)).length > 0;
}

/** The oldest usable card of somebody, except one; `null`: there is none. */
export async function otherActive(db: Db, userId: number, exceptId: number): Promise<CardRow | null> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, userId), eq(cards.state, 'active'), ne(cards.id, exceptId)))
    .orderBy(asc(cards.id))
    .limit(1);
  return row ?? null;
}

/** The newest card that an order of a trial, or a subscription, waits for; `null`: none. */
export async function cardOf(
  db: Db,
  of: { orderId: number } | { subscriptionId: number },
): Promise<CardRow | null> {
  const [row] = await db
    .select()
    .from(cards)
    .where('orderId' in of ? eq(cards.orderId, of.orderId) : eq(cards.subscriptionId, of.subscriptionId))
    .orderBy(desc(cards.id))
    .limit(1);
  return row ?? null;
}
