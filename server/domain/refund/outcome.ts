/** The result of a refund after its decision (money.md 4.13 ③, ④). The caller holds the locks of order and attempt. */
import type { OrderStatus } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import type { RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { refundObstacle } from '../../payment/refusal.ts';
import { fileReturnInvoice } from '../document/store.ts';
import { methodNames } from '../money/wording.ts';
import { changeOrder } from '../order/close.ts';
import { balanceOf, post } from '../order/ledger.ts';
import { isSettled } from '../order/policy.ts';
import { reasonWords, refundMail } from './mails.ts';
import {
  askGateway,
  changeRefund,
  commandsOfRefund,
  isOpenRefund,
  refundAtGateway,
  refundsOf,
} from './store.ts';
import { becomeTransfer } from './transfer.ts';

/**
 * How often the gateway is asked for a refund; each time after a search, and in the other way when the last was the
 * wrong one.
 */
const mostAsks = 3;
/**
 * Both ways were wrong: our day or month ends a little later than the gateway's. After this time it has ended here,
 * too.
 */
const edgeMs = 20 * 60_000;

/** The status of a sold order: by what is under way, and by how much of the sale was given back. */
async function statusOf(tx: Tx, order: OrderRow): Promise<OrderStatus> {
  const open = (await refundsOf(tx, order.id)).some((one) => isOpenRefund(one) && one.kind !== 'duplicate');
  if (open) return 'refund_requested';
  const sold = -(await balanceOf(tx, order.id)).sales;
  if (sold === 0) return 'refunded';
  return sold < order.total ? 'partially_refunded' : 'paid';
}

/** Sets the status of a sold order to what follows from its refunds. */
export async function noteStatus(tx: Tx, deps: Deps, order: OrderRow): Promise<OrderRow> {
  if (!isSettled(order.status) || order.total === 0) return order;
  const status = await statusOf(tx, order);
  return status === order.status ? order : changeOrder(tx, deps, order, { status });
}

/** The money has gone back: files the return invoice, tells the buyer, updates the order's status. Only once. */
export async function finishRefund(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
  at: Date,
): Promise<void> {
  if (refund.state === 'done') return;
  const done = await changeRefund(tx, deps, refund, { state: 'done', done: at });
  const now = await noteStatus(tx, deps, order);
  const lines = done.lines
    .filter(({ item }) => item !== null)
    .map(({ name, amount, rate }) => ({ name, amount, rate }));
  if (lines.length > 0)
    await fileReturnInvoice(tx, deps, now, done.seq, {
      lines,
      refundedAt: at,
      method: done.via === 'gateway' ? `${methodNames[order.method]}への返金` : '銀行口座への振込',
      reason: reasonWords[done.kind],
    });
  await refundMail(tx, deps, now, done, 'done');
}

/**
 * The gateway keeps `total` yen of an attempt now, and the difference is posted: the refund that wanted this is done.
 */
export async function noteRefunded(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
  { total, at }: { total: number; at: Date },
): Promise<void> {
  const refund = await refundAtGateway(tx, attempt.id);
  if (refund === null || refund.target === null || total > refund.target) return;
  await finishRefund(tx, deps, order, refund, at);
}

/**
 * The gateway refused to give money back, and the search before said that it has not. After a state error it is asked
 * again, which reads sum and date anew and takes the other way (row 98). After any other error it is paid back by a
 * transfer (row 99).
 */
export async function refundRefused(
  tx: Tx,
  deps: Deps,
  { order, attempt, refundId }: { order: OrderRow; attempt: AttemptRow; refundId: number },
  codes: readonly string[],
): Promise<void> {
  const refund = (await refundsOf(tx, order.id)).find(({ id }) => id === refundId);
  if (refund?.state !== 'requested') return;
  const asked = (await commandsOfRefund(tx, refund.id)).length;
  if (refundObstacle(codes) === 'state' && asked < mostAsks)
    return askGateway(tx, deps, refund, attempt, asked === 1 ? 0 : edgeMs);
  await becomeTransfer(tx, deps, { order, attempt, refund, code: codes[0] ?? null });
}

/**
 * Searches have said for long enough that nothing went back: the gateway is asked once more, or it becomes a transfer.
 */
export async function refundLost(
  tx: Tx,
  deps: Deps,
  { order, attempt, refund }: { order: OrderRow; attempt: AttemptRow; refund: RefundRow },
): Promise<void> {
  if (refund.state !== 'requested') return;
  const asked = (await commandsOfRefund(tx, refund.id)).length;
  if (asked < mostAsks) return askGateway(tx, deps, refund, attempt);
  await becomeTransfer(tx, deps, { order, attempt, refund, code: null });
}

/**
 * Our own transfer was made: this sum is no longer owed. `false`: it was noted already, or is not a transfer that is
 * due.
 */
export async function noteTransferred(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
  at: Date,
): Promise<boolean> {
  if (refund.via !== 'transfer' || refund.state !== 'exported') return false;
  const isPosted = await post(tx, {
    orderId: order.id,
    attemptId: null,
    eventKey: `refund-paid:${refund.id}`,
    at,
    lines: [
      { account: 'refund_due', amount: refund.amount },
      { account: 'payout', amount: -refund.amount },
    ],
  });
  if (isPosted) await finishRefund(tx, deps, order, refund, at);
  return isPosted;
}
