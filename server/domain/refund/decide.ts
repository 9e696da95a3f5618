/** Decides a refund (money.md 4.13 ①): it is posted, its access ends where that is due, and the gateway is asked. */
import { eq, sql } from 'drizzle-orm';
import type { RefundKind } from '#contracts/shopRefund.ts';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { RefundLine, RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { lockAttempts } from '../order/attempts.ts';
import { endGrant } from '../order/grants.ts';
import { balanceOf, post, postedOf } from '../order/ledger.ts';
import { addTask } from '../order/tasks.ts';
import { planReturned } from '../subscription/returned.ts';
import { refundMail } from './mails.ts';
import { finishRefund, noteStatus } from './outcome.ts';
import { askGateway, changeRefund, insertRefund, isAtGateway, refundsOf } from './store.ts';

export type Plan = {
  kind: RefundKind;
  /** Idempotency key of the wish. */
  key: string;
  lines: RefundLine[];
  reason: string;
  askedBy: 'buyer' | 'staff' | 'system';
  actor: string | null;
};

/**
 * It cannot be decided now. When a buyer asks, this is a mistake of ours; when the staff asks, it is a sentence for the
 * operator.
 */
export class RefundImpossible extends Error {
  override name = 'RefundImpossible';
}

const sumOf = (lines: readonly RefundLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

type Way = { attempt: AttemptRow | null; target: number | null; isBack: boolean };

/**
 * Where the money can go back to: the card that paid, as long as the gateway keeps enough of it. `isBack`: it went back
 * through the gateway's own screen before anybody decided it here, or it never came (row 64 of money.md 7). Where that
 * is true of a part, the gateway is asked for the rest.
 */
async function wayOf(tx: Tx, orderId: number, amount: number): Promise<Way> {
  const attempt = (await lockAttempts(tx, orderId)).find(({ state }) => state === 'captured') ?? null;
  const due = amount - Math.max(0, (await balanceOf(tx, orderId)).refund_due);
  const isBack = due <= 0;
  const held = attempt === null ? 0 : (await postedOf(tx, attempt.id)).total;
  const isCard = attempt?.method === 'card' && held >= due;
  return { attempt, target: isCard && !isBack ? held - due : null, isBack };
}

/** The fields of a refund that depend on its way. */
function fieldsOf({ attempt, target, isBack }: Way) {
  const isGateway = target !== null || isBack;
  return {
    attemptId: attempt?.id ?? null,
    target,
    via: isGateway ? ('gateway' as const) : ('transfer' as const),
    state: isGateway ? ('requested' as const) : ('needs_account' as const),
  };
}

async function assertPossible(tx: Tx, order: OrderRow, lines: readonly RefundLine[]): Promise<void> {
  const amount = sumOf(lines);
  const sold = -(await balanceOf(tx, order.id)).sales;
  if (amount <= 0 || amount > sold) throw new RefundImpossible(`返金できるのは、あと${sold}円までです。`);
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  for (const { item, name, amount: yen } of lines) {
    const left = items.find(({ id }) => id === item);
    if (left && yen > left.paid - left.refunded)
      throw new RefundImpossible(`「${name}」の返金できる金額は、あと${left.paid - left.refunded}円です。`);
  }
  if ((await refundsOf(tx, order.id)).some(isAtGateway))
    throw new RefundImpossible('前の返金が、決済会社で手続き中です。済んでから、もう一度実行してください。');
}

/** Stores a proposal that a second person of the staff must agree to (money.md 8): nothing is posted, nothing ends. */
export async function proposeRefund(tx: Tx, deps: Deps, order: OrderRow, plan: Plan): Promise<RefundRow> {
  const amount = sumOf(plan.lines);
  await assertPossible(tx, order, plan.lines);
  const given = { ...plan, state: 'proposed' as const, via: 'transfer' as const, amount };
  const refund = await insertRefund(tx, deps, order.id, { ...given, attemptId: null, target: null });
  if (!refund) throw new RefundImpossible('同じ返金が、もう登録されています。');
  return refund;
}

/** Posts a refund and starts it: it lowers the sales and raises the debt. */
async function start(tx: Tx, deps: Deps, order: OrderRow, refund: RefundRow, { attempt, isBack }: Way) {
  const now = new Date(deps.clock.now());
  await post(tx, {
    orderId: order.id,
    attemptId: null,
    eventKey: `refund:${refund.id}`,
    at: now,
    lines: [
      { account: 'sales', amount: refund.amount },
      { account: 'refund_due', amount: -refund.amount },
    ],
  });
  for (const { item, amount, ends } of refund.lines) {
    if (item === null) continue;
    await tx
      .update(orderItems)
      .set({ refunded: sql`${orderItems.refunded} + ${amount}` })
      .where(eq(orderItems.id, item));
    if (ends) await endGrant(tx, deps, item, now);
  }
  if (refund.lines.some(({ ends }) => ends)) await planReturned(tx, deps, order);
  if (isBack) return finishRefund(tx, deps, order, refund, now);
  const waiting = await noteStatus(tx, deps, order);
  if (refund.via === 'gateway' && attempt) await askGateway(tx, deps, refund, attempt);
  else
    await addTask(
      tx,
      deps,
      'refund_transfer',
      { orderId: order.id, attemptId: attempt?.id ?? null },
      { yen: refund.amount, refund: refund.id },
    );
  await refundMail(tx, deps, waiting, refund, 'asked');
}

/**
 * Decides a refund under the order's lock. The same key again answers the earlier decision (row 96 of money.md 7).
 * Never gives back more than what is left of the sale. The caller kicks the executor after the commit.
 */
export async function decideRefund(tx: Tx, deps: Deps, order: OrderRow, plan: Plan): Promise<RefundRow> {
  const before = (await refundsOf(tx, order.id)).find(({ key }) => key === plan.key);
  if (before) return before;
  const amount = sumOf(plan.lines);
  await assertPossible(tx, order, plan.lines);
  const way = await wayOf(tx, order.id, amount);
  const refund = await insertRefund(tx, deps, order.id, { ...plan, amount, ...fieldsOf(way) });
  if (!refund) throw new Error('refund vanished');
  await start(tx, deps, order, refund, way);
  return refund;
}

/** The second person agrees: the proposal is decided now, by the present sums. */
export async function approveRefund(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  proposed: RefundRow,
): Promise<RefundRow> {
  await assertPossible(tx, order, proposed.lines);
  const way = await wayOf(tx, order.id, proposed.amount);
  const refund = await changeRefund(tx, deps, proposed, fieldsOf(way));
  await start(tx, deps, order, refund, way);
  return refund;
}

/**
 * Gives back what came from a card beyond the sum of its order; what paid the order stays (row 64 of money.md 7). Once
 * for each `key`. The caller has posted it as owed, and has seen that no refund of the order is at the gateway.
 */
export async function giveExcessBack(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  attempt: AttemptRow,
  { key, yen }: { key: string; yen: number },
): Promise<void> {
  const { total } = await postedOf(tx, attempt.id);
  const refund = await insertRefund(tx, deps, attempt.orderId, {
    key,
    kind: 'duplicate',
    state: 'requested',
    via: 'gateway',
    amount: yen,
    lines: [{ item: null, name: 'お支払いの返金', amount: yen, rate: 0, ends: false }],
    reason: '',
    attemptId: attempt.id,
    target: total - yen,
    askedBy: 'system',
    actor: null,
  });
  if (refund) await askGateway(tx, deps, refund, attempt);
}
