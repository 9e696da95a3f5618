/** Money without a right gets one, or goes back (money.md 4.8 ⑥, 8). Corrections are new postings, never changes. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, moneyTasks, type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { type HoldResult, holdCoupon } from '../coupon/holds.ts';
import { changeOrder, closeOrder } from '../order/close.ts';
import { post, suspenseOf } from '../order/ledger.ts';
import { attemptsOf, lockOrder } from '../order/lock.ts';
import { orderMail } from '../order/mails.ts';
import { isCaptured, isSettled, liveAttempt } from '../order/policy.ts';
import { becomePaid, giveAllBack } from '../order/settle.ts';
import { findProducts } from '../product/find.ts';
import { giveExcessBack } from '../refund/decide.ts';
import { isAtGateway, refundsOf } from '../refund/store.ts';
import { oweTransfer } from '../refund/transfer.ts';
import { audit, type Staff, StaffError } from './audit.ts';

/** Why an order's things can no longer be sold at the order's price; `null`: they can. */
async function notForSale(tx: Tx, order: OrderRow, now: number): Promise<string | null> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  const products = await findProducts(
    tx,
    items.map(({ productId }) => productId),
    now,
  );
  const gone = items.find(({ productId, unitPrice }) => {
    const product = products.get(productId);
    return !product?.isOnSale || product.price !== unitPrice;
  });
  return gone ? `「${gone.name}」は、いまはこの価格で販売していません。` : null;
}

/** The tasks about an attempt's money are done. */
async function closeTasks(tx: Tx, deps: Pick<Deps, 'clock'>, attemptId: number): Promise<void> {
  await tx
    .update(moneyTasks)
    .set({ done: new Date(deps.clock.now()) })
    .where(
      and(
        eq(moneyTasks.attemptId, attemptId),
        isNull(moneyTasks.done),
        inArray(moneyTasks.kind, ['late_payment', 'amount_differs']),
      ),
    );
}

/**
 * The money held for an attempt. `n`: which use of such money this one is, from 1: a late deposit may be followed by
 * another one.
 */
async function held(tx: Tx, attempt: AttemptRow): Promise<{ yen: number; n: number }> {
  const { yen, uses } = await suspenseOf(tx, attempt.id);
  if (yen <= 0) throw new StaffError('この支払いに、預かっている金額はありません。');
  return { yen, n: uses + 1 };
}

/**
 * The coupon of an order that had ended went back to its buyer: it is held again, so that its price counts once. If it is
 * spent elsewhere by now, the order keeps its price, and the record of the act says so.
 */
async function holdCouponAgain(tx: Tx, { id, couponId, userId }: OrderRow): Promise<HoldResult | null> {
  return couponId === null || userId === null ? null : holdCoupon(tx, { couponId, orderId: id, userId });
}

/** An order waits for its money of another sum: once that is another order's, it ends (row 64 of money.md 7). */
async function endEmptied(tx: Tx, deps: Deps, attempt: AttemptRow): Promise<void> {
  if (!isCaptured(attempt)) return;
  const order = await lockOrder(tx, attempt.orderId);
  await closeOrder(tx, deps, order, { status: 'canceled', reason: 'staff', mail: null });
}

/**
 * Lets money that is held for an attempt pay an order: its own, or another one of the same sum. The caller holds the
 * locks of both orders. `isForced`: also when it is no longer sold at that price. Throws `StaffError`.
 */
export async function matchMoney(
  tx: Tx,
  deps: Deps,
  { attempt, order, isForced }: { attempt: AttemptRow; order: OrderRow; isForced: boolean },
  staff: Staff,
): Promise<OrderRow> {
  const { yen, n } = await held(tx, attempt);
  if (isSettled(order.status)) throw new StaffError('この注文は、もう支払い済みです。');
  if (yen !== order.total)
    throw new StaffError(`金額が合いません(預かっている金額 ${yen}円、注文の合計 ${order.total}円)。`);
  if (liveAttempt(await attemptsOf(tx, order.id)))
    throw new StaffError('この注文は、別の支払いの途中です。先にそちらが終わるのを待ってください。');
  const why = isForced ? null : await notForSale(tx, order, deps.clock.now());
  if (why) throw new StaffError(`${why}それでも充てるときは --force を付けてください。`);
  const at = new Date(deps.clock.now());
  const isOwn = attempt.orderId === order.id;
  const take = { account: 'suspense' as const, amount: yen };
  const give = { account: 'receivable' as const, amount: -yen };
  if (isOwn) {
    const posting = { orderId: order.id, attemptId: attempt.id, eventKey: `match:${attempt.id}:${n}`, at };
    await post(tx, { ...posting, lines: [take, give] });
  } else {
    // The books of each order add up to zero: what leaves one order is posted to the other.
    const out = {
      orderId: attempt.orderId,
      attemptId: attempt.id,
      eventKey: `match-out:${attempt.id}:${n}`,
      at,
    };
    await post(tx, { ...out, lines: [take, { account: 'payout', amount: -yen }] });
    const into = { orderId: order.id, attemptId: null, eventKey: `match-in:${attempt.id}:${n}`, at };
    await post(tx, { ...into, lines: [{ account: 'payout', amount: yen }, give] });
  }
  const coupon = await holdCouponAgain(tx, order);
  const open = await changeOrder(tx, deps, order, { canceledAt: null, cancelReason: null });
  const paid = await becomePaid(tx, deps, open, at);
  if (!isOwn) await endEmptied(tx, deps, attempt);
  await closeTasks(tx, deps, attempt.id);
  await audit(tx, deps, staff, {
    act: 'match',
    orderId: order.id,
    before: { status: order.status, suspense: yen },
    after: { status: paid.status, attempt: attempt.gatewayOrderId, ...(coupon && { coupon }) },
  });
  return paid;
}

/**
 * Gives back money that is held for an attempt: of a card through the gateway, else by a transfer. Of a card that paid
 * its order only what is held goes back. Throws `StaffError`.
 */
export async function returnMoney(
  tx: Tx,
  deps: Deps,
  { attempt, order }: { attempt: AttemptRow; order: OrderRow },
  staff: Staff,
): Promise<number> {
  const { yen, n } = await held(tx, attempt);
  const isExcess = attempt.method === 'card' && isCaptured(attempt) && isSettled(order.status);
  if (isExcess && (await refundsOf(tx, order.id)).some(isAtGateway))
    throw new StaffError('前の返金が、決済会社で手続き中です。済んでから、もう一度実行してください。');
  await post(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    eventKey: `returned:${attempt.id}:${yen}:${n}`,
    at: new Date(deps.clock.now()),
    lines: [
      { account: 'suspense', amount: yen },
      { account: 'refund_due', amount: -yen },
    ],
  });
  if (isExcess) await giveExcessBack(tx, deps, attempt, { key: `returned:${attempt.id}:${n}`, yen });
  else if (attempt.method === 'card') await giveAllBack(tx, deps, attempt);
  else await oweTransfer(tx, deps, { order, attempt }, { key: `late:${attempt.id}:${n}`, yen });
  await orderMail(tx, deps, order, isExcess ? 'overpaid' : 'refunded_late', attempt, { part: n, yen });
  // If the money was of another sum, its order ends with it.
  const isIdle = liveAttempt(await attemptsOf(tx, order.id)) === null;
  if (isIdle) await closeOrder(tx, deps, order, { status: 'canceled', reason: 'staff', mail: null });
  await closeTasks(tx, deps, attempt.id);
  await audit(tx, deps, staff, {
    act: 'return',
    orderId: order.id,
    before: { suspense: yen },
    after: { refund_due: yen },
  });
  return yen;
}
