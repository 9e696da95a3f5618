/**
 * The fee of an exam (exams.md 1, money.md 2). It is bought like everything else, and its order moves the entry from
 * `awaiting_payment` to `entered`. If the order ends without money, the entry still waits and can be paid in another
 * way. If the fee is given back, the entry is taken back, unless a subject was begun.
 */
import { and, desc, eq, exists, inArray, lt, notExists, sql } from 'drizzle-orm';
import { examProduct } from '#contracts/shopCart.ts';
import type { Db, Tx } from '../../db/client.ts';
import { examAttempts, examEntries, exams, type StoredEntryState } from '../../db/schema/exam.ts';
import { grants, orderItems, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';

/** Orders that are paid, or may still be paid. */
const open = ['awaiting_guardian', 'confirmed', 'authenticating', 'awaiting_payment', 'failed'] as const;

/** The exam whose fee a product is; `null`: it is no fee. */
export function examOfProduct(productId: string): number | null {
  const [type, id] = productId.split('-');
  return type === 'mockexam' ? Number(id) : null;
}

/** The state of somebody's entries, by exam; a guest (`null`) has none. */
export async function examsOfBuyer(
  db: Db,
  userId: number | null,
  examIds: readonly number[],
): Promise<Map<number, StoredEntryState>> {
  if (userId === null || examIds.length === 0) return new Map();
  const rows = await db
    .select({ examId: examEntries.examId, status: examEntries.status })
    .from(examEntries)
    .where(and(eq(examEntries.userId, userId), inArray(examEntries.examId, [...examIds])));
  return new Map(rows.map(({ examId, status }) => [examId, status]));
}

/** Those of the exams that somebody has begun: their fee is not given back any more. */
export async function begunExams(
  db: Db,
  userId: number | null,
  examIds: readonly number[],
): Promise<Set<number>> {
  if (userId === null || examIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ examId: examAttempts.examId })
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        inArray(examAttempts.examId, [...examIds]),
        eq(examAttempts.kind, 'real'),
      ),
    );
  return new Set(rows.map(({ examId }) => examId));
}

const isOwn = (userId: number, examId: number) =>
  and(eq(examEntries.userId, userId), eq(examEntries.examId, examId));

/** The fee is paid: the entry becomes valid. Answers whether there is an entry at all. */
export async function enterPaid(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  examId: number,
): Promise<boolean> {
  const rows = await tx
    .update(examEntries)
    .set({ status: 'entered', modified: new Date(deps.clock.now()) })
    .where(isOwn(userId, examId))
    .returning({ id: examEntries.id });
  return rows.length > 0;
}

/** The fee was given back: the entry is taken back, unless a subject was begun; attempts stay readable. */
export async function leaveRefunded(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  examId: number,
): Promise<void> {
  if ((await begunExams(tx, userId, [examId])).size > 0) return;
  await tx
    .update(examEntries)
    .set({ status: 'canceled', modified: new Date(deps.clock.now()) })
    .where(and(isOwn(userId, examId), eq(examEntries.status, 'entered')));
}

/** The order of a fee that is paid, or may still be; `null`: there is none. */
type FeeOrder = { id: number; isPaid: boolean };

/** Somebody's order of the fee of an exam: the paid one, else the one that is under way. */
export async function feeOrder(db: Db, userId: number, examId: number): Promise<FeeOrder | null> {
  const rows = await db
    .select({ id: orders.id, status: orders.status, given: grants.id, ended: grants.ended })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(and(eq(orders.userId, userId), eq(orderItems.productId, examProduct(examId))))
    .orderBy(desc(orders.id));
  const paid = rows.find(({ given, ended }) => given !== null && ended === null);
  if (paid) return { id: paid.id, isPaid: true };
  const waiting = rows.find(({ status }) => (open as readonly string[]).includes(status));
  return waiting ? { id: waiting.id, isPaid: false } : null;
}

/** An entry whose fee is paid or under way cannot be taken back here: 409 `order_open` or `order_paid` with `order`. */
export async function assertNoFee(tx: Tx, userId: number, examId: number): Promise<void> {
  const order = await feeOrder(tx, userId, examId);
  if (!order) return;
  const detail = order.isPaid
    ? '受験料をお支払い済みです。取り消しと返金は、購入履歴からお申し出ください。'
    : '受験料のご注文がお支払い待ちです。先に、購入履歴からご注文を取り消してください。';
  throw new ApiError(409, order.isPaid ? 'order_paid' : 'order_open', detail, {
    data: { order: String(order.id) },
  });
}

/**
 * Takes back entries that nobody paid before entries closed and that have no order under way. Safe in several
 * processes.
 */
export async function dropUnpaid({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  const isClosed = db
    .select({ one: sql`1` })
    .from(exams)
    .where(and(eq(exams.id, examEntries.examId), lt(exams.entryUntil, now)));
  const hasOrder = db
    .select({ one: sql`1` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.userId, examEntries.userId),
        eq(orderItems.productId, sql`'mockexam-' || ${examEntries.examId}`),
        inArray(orders.status, [...open]),
      ),
    );
  await db
    .update(examEntries)
    .set({ status: 'canceled', modified: now })
    .where(and(eq(examEntries.status, 'awaiting_payment'), exists(isClosed), notExists(hasOrder)));
}
