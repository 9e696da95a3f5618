import type { Tx } from '../../db/client.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { lockAttempts, secretOf } from './attempts.ts';
import { closeOrder } from './close.ts';
import { canCancel, isCaptured, isOver, isSettled, liveAttempt } from './policy.ts';
import { stopAttempt } from './stop.ts';

function tooLate(detail: string): ApiError {
  return new ApiError(409, 'cancel_deadline', detail);
}

function checking(detail: string): ApiError {
  return new ApiError(409, 'payment_checking', detail);
}

/** Why an order cannot be canceled right now. Nothing is lost by waiting. */
function stillRunning(attempts: readonly AttemptRow[]): ApiError {
  // A person decides about money that is held; the buyer is told by mail.
  if (attempts.some(isCaptured))
    return checking('お支払いの金額を確認しているため、いまは取り消せません。結果はメールでお知らせします。');
  if (attempts.some(({ received }) => received > 0))
    return tooLate('ご入金の一部を確認しているため、ここでは取り消せません。お問い合わせください。');
  return checking('お支払い結果を確認しているため、まだ取り消せません。数分後にもう一度お試しください。');
}

/** Whether the buyer has already asked to end this attempt. */
async function isStopping(deps: Pick<Deps, 'keys'>, attempt: AttemptRow): Promise<boolean> {
  return attempt.fencedAt !== null && (await secretOf(deps.keys, attempt)).after?.kind === 'cancel';
}

/**
 * Cancels an unpaid order (money.md 4.13). If no attempt could still be paid, it ends at once. A slip is canceled
 * first, and the order ends when the result is known; if the slip was paid in between, the order is paid. A repetition
 * changes nothing. Throws 409 `cancel_deadline` for a paid order, 409 `payment_checking` while the result is unknown or
 * money is held. The caller holds the order's lock and kicks the executor after the commit.
 *
 * @param may which running attempts may be stopped; by default a part payment may not
 */
export async function cancelOrder(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  reason: string,
  may: typeof canCancel = canCancel,
): Promise<void> {
  if (isSettled(order.status))
    throw tooLate('お支払い済みの注文は、ここでは取り消せません。購入履歴から返金をご相談ください。');
  if (isOver(order.status)) return;
  const attempts = await lockAttempts(tx, order.id);
  const running = liveAttempt(attempts);
  if (running && (await isStopping(deps, running))) return;
  if (order.kind === 'renewal') throw tooLate('定期購入の更新は、定期購入の解約から手続きしてください。');
  if (!may(order, attempts)) throw stillRunning(attempts);
  if (running === null) {
    await closeOrder(tx, deps, order, { status: 'canceled', reason, mail: 'canceled' });
    return;
  }
  await stopAttempt(tx, deps, running, { kind: 'cancel', reason });
}
