/** Refunds as rows (money.md 4.13). Every writer holds the order's lock. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type AttemptRow, gatewayCommands } from '../../db/schema/order.ts';
import { type RefundRow, refunds } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { addCommand, nextNumber } from '../order/commands.ts';

/** Whether it is decided, but the money has not gone back. */
export function isOpenRefund({ state }: Pick<RefundRow, 'state'>): boolean {
  return state !== 'done' && state !== 'proposed';
}

/** Whether the gateway was asked, or is about to be: the sum that it keeps is changing. */
export function isAtGateway({ state, via }: Pick<RefundRow, 'state' | 'via'>): boolean {
  return state === 'requested' && via === 'gateway';
}

/** The refunds of an order, the oldest first. */
export function refundsOf(db: Db, orderId: number): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.seq));
}

/** One refund; `null`: there is none. */
export async function refundById(db: Db, id: number): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).limit(1);
  return row ?? null;
}

export type NewRefund = Pick<
  typeof refunds.$inferInsert,
  | 'key'
  | 'kind'
  | 'state'
  | 'via'
  | 'amount'
  | 'lines'
  | 'reason'
  | 'attemptId'
  | 'target'
  | 'askedBy'
  | 'actor'
>;

/** Stores a refund; `null`: one with this key is there already. */
export async function insertRefund(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  orderId: number,
  given: NewRefund,
): Promise<RefundRow | null> {
  const now = new Date(deps.clock.now());
  const before = await refundsOf(tx, orderId);
  if (before.some(({ key }) => key === given.key)) return null;
  const seq = (before.at(-1)?.seq ?? 0) + 1;
  const [row] = await tx
    .insert(refunds)
    .values({ ...given, orderId, seq, created: now, modified: now })
    .returning();
  if (!row) throw new Error('refund was not stored');
  return row;
}

/** Changes fields of a refund and answers the changed row. */
export async function changeRefund(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  refund: Pick<RefundRow, 'id'>,
  change: Partial<Omit<typeof refunds.$inferInsert, 'id' | 'orderId' | 'seq' | 'key'>>,
): Promise<RefundRow> {
  const [row] = await tx
    .update(refunds)
    .set({ ...change, modified: new Date(deps.clock.now()) })
    .where(eq(refunds.id, refund.id))
    .returning();
  if (!row) throw new Error('refund vanished');
  return row;
}

/** The refund that the gateway works on for an attempt, or `null`; an attempt has one at a time. */
export async function refundAtGateway(db: Db, attemptId: number): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.attemptId, attemptId), eq(refunds.via, 'gateway'), eq(refunds.state, 'requested')))
    .orderBy(asc(refunds.id))
    .limit(1);
  return row ?? null;
}

/** When the last refund of an attempt through the gateway was asked for; `null`: never. */
export async function lastAskedAt(db: Db, attemptId: number): Promise<Date | null> {
  const [row] = await db
    .select({ created: refunds.created })
    .from(refunds)
    .where(and(eq(refunds.attemptId, attemptId), inArray(refunds.state, ['requested', 'done'])))
    .orderBy(desc(refunds.id))
    .limit(1);
  return row?.created ?? null;
}

/** Commands of a refund, the newest first. */
export function commandsOfRefund(db: Db, refundId: number) {
  return db
    .select()
    .from(gatewayCommands)
    .where(eq(gatewayCommands.refundId, refundId))
    .orderBy(desc(gatewayCommands.id));
}

/**
 * Asks the gateway for a refund: all of the attempt, or enough that `target` stays. Each call is a new command. The sum
 * is absolute, so two commands give back only once (rows 96 and 97 of money.md 7).
 */
export async function askGateway(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  refund: Pick<RefundRow, 'id' | 'target'>,
  attempt: Pick<AttemptRow, 'id' | 'fencedAt'>,
  waitMs = 0,
): Promise<void> {
  const kind = refund.target === 0 ? 'cancel_all' : 'lower_amount';
  const n = await nextNumber(tx, attempt.id, kind);
  const now = deps.clock.now();
  const notBefore = new Date(now + waitMs);
  await addCommand(tx, attempt, kind, new Date(now), { n, notBefore, refundId: refund.id });
}
