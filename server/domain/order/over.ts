/**
 * What follows when it is certain that an attempt brought no money (money.md 4.5, 4.7 to 4.9, 4.12, 4.13). The caller
 * holds the locks of the order and the attempt.
 */
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { renewalRefused } from '../subscription/events.ts';
import { type AfterSlip, secretOf, startAttempt } from './attempts.ts';
import { changeOrder, closeOrder, endAttempt, isOpen } from './close.ts';
import { orderMail } from './mails.ts';
import { isLive } from './policy.ts';
import { owePart } from './settle.ts';

/** Does what somebody asked for when they had the attempt stopped. */
async function follow(tx: Tx, deps: Deps, order: OrderRow, after: AfterSlip): Promise<void> {
  if (!isOpen(order)) return;
  if (after.kind === 'retry') {
    await startAttempt(tx, deps, order, after.wish, { from: after.from ?? order.agreedFrom });
    return;
  }
  await closeOrder(tx, deps, order, { status: 'canceled', reason: after.reason, mail: 'canceled' });
}

/**
 * A live attempt has failed, and it is certain that nothing was charged. The order can be paid in another way, or ends
 * if that was asked for. An attempt that is over already stays as it is.
 */
export async function failAttempt(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
  why: { failure: PayFailure; errorCode: string | null },
): Promise<void> {
  if (!isLive(attempt)) return;
  const { after } = await secretOf(deps.keys, attempt);
  if (after) {
    await endAttempt(tx, deps, attempt, 'cancelled');
    return follow(tx, deps, order, after);
  }
  const failed = await endAttempt(tx, deps, attempt, 'refused', why);
  if (!isOpen(order)) return;
  const now = await changeOrder(tx, deps, order, { status: 'failed', dueAt: null });
  if (order.kind === 'renewal') await renewalRefused(tx, deps, now, failed);
  else await orderMail(tx, deps, now, 'failed', failed);
}

/**
 * A slip is canceled, or the gateway will take no money for it any more. A part payment is owed back. The order ends,
 * or continues as was asked for.
 */
export async function slipOver(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
  state: 'expired' | 'cancelled',
): Promise<void> {
  if (!isLive(attempt)) return;
  const { after } = await secretOf(deps.keys, attempt);
  await owePart(tx, deps, { order, attempt, goesOn: after?.kind === 'retry' });
  const isDue = attempt.dueAt !== null && attempt.dueAt.getTime() <= deps.clock.now();
  const isExpired = !after && (isDue || state === 'expired');
  await endAttempt(tx, deps, attempt, isExpired ? 'expired' : 'cancelled');
  if (after) return follow(tx, deps, order, after);
  const end = isExpired ? ('expired' as const) : ('canceled' as const);
  await closeOrder(tx, deps, order, { status: end, reason: isExpired ? 'due' : 'gateway', mail: end });
}
