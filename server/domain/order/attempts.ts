/**
 * Attempts to pay an order (money.md 2): their states, how one begins and how it is fenced. An order has at most one
 * live attempt (R4); a unique index enforces this, too. The caller holds the order's lock.
 */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { CvsCode } from '#contracts/shopCheckout.ts';
import type { Tx } from '../../db/client.ts';
import {
  type AttemptRow,
  type AttemptState,
  gatewayCommands,
  type OrderRow,
  orders,
  paymentAttempts,
} from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import type { CardSource } from '../../payment/port.ts';
import type { Buyer } from './buyer.ts';
import { addCommand, chargingKinds } from './commands.ts';
import { isCaptured, isLive } from './policy.ts';
import { openSealed, sealValue } from './sealed.ts';

/** How an attempt is to be paid, and what the gateway has to be told. */
export type PayWish = { buyer: Buyer } & (
  | {
      method: 'card';
      source: CardSource;
      /** The kept card that is used, or `null`. */
      cardId: number | null;
      card: { brand: string; last4: string } | null;
      /** The card will be kept after the payment, so its owner must be authenticated. */
      keepsCard: boolean;
      /** Charged by an agreement, without its owner: nobody is asked to authenticate. */
      isRenewal?: boolean;
    }
  | { method: 'cvs'; cvsCode: CvsCode }
  | { method: 'bank' }
);

/** What follows when a slip was canceled: the order ends, or is paid in another way. */
export type AfterSlip =
  | { kind: 'cancel'; reason: string }
  /** `from`: the network of whoever asked for it; attempts that were sealed without it are older than the field. */
  | { kind: 'retry'; wish: PayWish; from?: string };

/** What an attempt keeps sealed: `wish` until it was sent, `after` until its slip is gone. */
export type AttemptSecret = { wish?: PayWish; after?: AfterSlip };

/** The states that each state may change to. The last four are final, except when money is found late. */
const ways: Record<AttemptState, readonly AttemptState[]> = {
  ready: ['entered', 'refused', 'cancelled'],
  entered: ['challenged', 'slip', 'captured', 'refused', 'expired', 'cancelled', 'extra'],
  challenged: ['captured', 'refused', 'cancelled', 'extra'],
  slip: ['captured', 'refused', 'expired', 'cancelled', 'extra'],
  captured: [],
  refused: ['extra'],
  expired: ['extra'],
  cancelled: ['extra'],
  extra: [],
};

/** Whether an attempt may go from one state to another. Pure. */
export function mayMove(from: AttemptState, to: AttemptState): boolean {
  return ways[from].includes(to);
}

type Change = Partial<Omit<typeof paymentAttempts.$inferInsert, 'state'>>;

/** Changes fields of an attempt and answers the changed row. */
export async function changeAttempt(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  attempt: Pick<AttemptRow, 'id'>,
  change: Change & { state?: AttemptState },
): Promise<AttemptRow> {
  const [row] = await tx
    .update(paymentAttempts)
    .set({ ...change, modified: new Date(deps.clock.now()) })
    .where(eq(paymentAttempts.id, attempt.id))
    .returning();
  if (!row) throw new Error('attempt vanished');
  return row;
}

/** Has an attempt searched for at a moment at the latest; an earlier search that is planned stays. */
export async function searchBy(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(paymentAttempts).set(searchedBy(at)).where(eq(paymentAttempts.id, id));
}

/** The change of an attempt that is to be searched for by a time, or sooner if that is planned already. */
export function searchedBy(at: Date) {
  return { nextCheckAt: sql`least(${paymentAttempts.nextCheckAt}, ${at.toISOString()}::timestamptz)` };
}

/**
 * Moves an attempt to another state. Throws for a change that is not allowed: that is a bug of ours, and nothing is
 * stored.
 */
export function moveAttempt(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  attempt: AttemptRow,
  state: AttemptState,
  change: Change = {},
): Promise<AttemptRow> {
  if (!mayMove(attempt.state, state)) throw new Error(`attempt ${attempt.id}: ${attempt.state} to ${state}`);
  return changeAttempt(tx, deps, attempt, { ...change, state });
}

/** The attempt, locked. Take the order's lock before. */
export async function lockAttempt(tx: Tx, id: number): Promise<AttemptRow> {
  const [row] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for('update');
  if (!row) throw new Error('attempt vanished');
  return row;
}

/** The attempts of an order, locked, the newest first. */
export function lockAttempts(tx: Tx, orderId: number): Promise<AttemptRow[]> {
  return tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.n))
    .for('update');
}

/** Secret in the return address: 256 bits, as long as the values that the request log leaves out. */
const newReturnRef = () => randomBytes(32).toString('base64url');

/** Largest suffix of an order's number: the gateway takes 27 signs (money.md 2). */
const mostAttempts = 99;

/**
 * Begins an attempt to pay an order: number n+1, with its own OrderID and its first command. From then on the order
 * waits for it. Kick the executor after the commit (`kickMoney`). Throws when another attempt is live, or has brought
 * money (R4).
 *
 * @param asked `from`: the network it is asked from (`hashNetwork`), `null` for a renewal; `notBefore`: when the gateway
 * may first be asked
 */
export async function startAttempt(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  order: OrderRow,
  wish: PayWish,
  { from, notBefore = new Date(deps.clock.now()) }: { from: string | null; notBefore?: Date },
): Promise<AttemptRow> {
  const before = await lockAttempts(tx, order.id);
  if (before.some(isLive)) throw new Error(`order ${order.id} has a live attempt`);
  if (before.some(isCaptured)) throw new Error(`order ${order.id} has an attempt with money`);
  const n = (before[0]?.n ?? 0) + 1;
  if (n > mostAttempts) throw new Error(`order ${order.id} has too many attempts`);
  const now = new Date(deps.clock.now());
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      orderId: order.id,
      n,
      method: wish.method,
      gatewayOrderId: `${order.orderNo}-${String(n).padStart(2, '0')}`,
      amount: order.total,
      askedFrom: from,
      state: 'ready',
      returnRef: newReturnRef(),
      cvsCode: wish.method === 'cvs' ? wish.cvsCode : null,
      cardId: wish.method === 'card' ? wish.cardId : null,
      card: wish.method === 'card' ? wish.card : null,
      keepsCard: wish.method === 'card' && wish.keepsCard,
      secret: await sealValue(deps.keys, { wish } satisfies AttemptSecret),
      created: now,
      modified: now,
    })
    .returning();
  if (!attempt) throw new Error('attempt was not stored');
  await addCommand(tx, attempt, 'entry', now, { notBefore });
  const status = wish.method === 'card' ? 'authenticating' : 'confirmed';
  await tx
    .update(orders)
    .set({ method: wish.method, status, dueAt: null, modified: now })
    .where(eq(orders.id, order.id));
  return attempt;
}

/** What an attempt keeps sealed; `{}`: nothing any more. */
export async function secretOf(
  keys: Pick<Deps, 'keys'>['keys'],
  attempt: Pick<AttemptRow, 'secret'>,
): Promise<AttemptSecret> {
  return attempt.secret === null ? {} : openSealed<AttemptSecret>(keys, attempt.secret);
}

/**
 * Fences an attempt: from now on nothing that charges or issues is sent for it. Commands that wait are dropped. If an
 * executor takes one at the same moment, the row locks of the commands decide. Answers the attempt, and until when a
 * command may still be on its way (`null`: none is).
 */
export async function fence(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  attempt: AttemptRow,
): Promise<{ attempt: AttemptRow; busyUntil: Date | null }> {
  const now = new Date(deps.clock.now());
  const fenced =
    attempt.fencedAt === null ? await changeAttempt(tx, deps, attempt, { fencedAt: now }) : attempt;
  const ofAttempt = and(
    eq(gatewayCommands.attemptId, attempt.id),
    inArray(gatewayCommands.kind, [...chargingKinds]),
  );
  await tx
    .update(gatewayCommands)
    .set({ state: 'dropped' })
    .where(and(ofAttempt, eq(gatewayCommands.state, 'ready')));
  const sent = await tx
    .select({ until: gatewayCommands.leaseUntil })
    .from(gatewayCommands)
    .where(and(ofAttempt, eq(gatewayCommands.state, 'sent')));
  const busyUntil = sent.reduce<Date | null>(
    (last, { until }) => (until && (last === null || until > last) ? until : last),
    null,
  );
  return { attempt: fenced, busyUntil };
}
