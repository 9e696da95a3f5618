/** Money that goes back by our own bank transfer, because the gateway cannot or may not do it (money.md 4.9, 4.13). */
import type { Tx } from '../../db/client.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import type { RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { addTask } from '../order/tasks.ts';
import { refundMail } from './mails.ts';
import { changeRefund, insertRefund } from './store.ts';

type About = { order: OrderRow; attempt: AttemptRow };
type Owed = { key: string; yen: number; code?: string | null };

/**
 * Notes that money which never was a sale must be transferred back: paid twice, too much, too late. The caller posts it
 * as owed, and its mail asks the buyer for an account. Once for each `key`. Answers the refund; `null`: it was noted
 * before, or there is nothing.
 */
export async function oweTransfer(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  { order, attempt }: About,
  owed: Owed,
): Promise<RefundRow | null> {
  if (owed.yen <= 0) return null;
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
  if (!made) return null;
  const task = { yen: owed.yen, code: owed.code ?? null };
  await addTask(tx, deps, 'refund_transfer', { orderId: order.id, attemptId: attempt.id }, task);
  return made;
}

/** As `oweTransfer`, where nothing else tells the buyer that an account is needed. */
export async function oweAskedTransfer(tx: Tx, deps: Deps, about: About, owed: Owed): Promise<void> {
  const made = await oweTransfer(tx, deps, about, owed);
  if (made) await refundMail(tx, deps, about.order, made, 'account');
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
