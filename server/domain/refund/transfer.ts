/** Money that goes back by our own bank transfer, because the gateway cannot or may not do it (money.md 4.9, 4.13). */
import type { Tx } from '../../db/client.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import type { RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { addTask } from '../order/tasks.ts';
import { refundMail } from './mails.ts';
import { changeRefund, insertRefund } from './store.ts';

/**
 * Notes that money which never was a sale must be transferred back: paid twice, too much, too late. The caller posts it
 * as owed. Once for each `key`.
 */
export async function oweTransfer(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  about: { order: Pick<OrderRow, 'id'>; attempt: AttemptRow },
  owed: { key: string; yen: number; code?: string | null },
): Promise<void> {
  const { order, attempt } = about;
  if (owed.yen <= 0) return;
  const made = await insertRefund(tx, deps, order.id, {
    key: owed.key,
    kind: 'duplicate',
    state: 'needs_account',
    via: 'transfer',
    amount: owed.yen,
    lines: [{ item: null, name: 'お支払いの返金', amount: owed.yen, rate: 0, ends: false }],
    reason: '',
    attemptId: attempt.id,
    target: null,
    askedBy: 'system',
    actor: null,
  });
  if (!made) return;
  const task = { yen: owed.yen, code: owed.code ?? null };
  await addTask(tx, deps, 'refund_transfer', { orderId: order.id, attemptId: attempt.id }, task);
}

/** The gateway refused to give it back: it becomes a transfer, and its buyer is asked for an account (rows 98, 99). */
export async function becomeTransfer(
  tx: Tx,
  deps: Deps,
  {
    order,
    attempt,
    refund,
    code,
  }: { order: OrderRow; attempt: AttemptRow; refund: RefundRow; code: string | null },
): Promise<void> {
  const changed = await changeRefund(tx, deps, refund, {
    via: 'transfer',
    state: 'needs_account',
    target: null,
  });
  const about = { orderId: order.id, attemptId: attempt.id };
  await addTask(tx, deps, 'refund_transfer', about, { yen: refund.amount, refund: refund.id, code });
  await refundMail(tx, deps, order, changed, 'account');
}
