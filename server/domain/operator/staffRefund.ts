/** Refunds that the staff decides (money.md 8): above 50,000 yen a second person must agree. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type OrderItemRow, type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { RefundLine, RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { isSettled } from '../order/policy.ts';
import { approveRefund, decideRefund, type Plan, proposeRefund, RefundImpossible } from '../refund/decide.ts';
import { isDisputed } from '../refund/facts.ts';
import { refundsOf } from '../refund/store.ts';
import { audit, type Staff, StaffError } from './audit.ts';

/**
 * Above this sum, yen, a second person must agree. What the staff gave back of the order before is added, so that a sum
 * cannot be split to stay below the limit.
 */
export const twoPersonYen = 50_000;

/** What the staff gives back: everything, one thing (its place from 1), or a sum, which ends no access. */
export type StaffWish = {
  what: { kind: 'all' } | { kind: 'item'; place: number } | { kind: 'amount'; yen: number };
  /** The statutory way, when it was asked for by letter or mail in time: everything is given back, and access ends. */
  isCoolingOff: boolean;
  keepsAccess: boolean;
};

const lineOf = (item: OrderItemRow, amount: number, ends: boolean): RefundLine => ({
  item: item.id,
  name: item.name,
  amount,
  rate: item.rate,
  ends,
});
const leftOf = ({ paid, refunded }: OrderItemRow) => paid - refunded;

/** Distributes a sum over the things of an order, in their order. Pure. */
export function spread(items: readonly OrderItemRow[], yen: number): RefundLine[] {
  let rest = yen;
  return items.flatMap((item) => {
    const amount = Math.min(rest, leftOf(item));
    rest -= amount;
    return amount > 0 ? [lineOf(item, amount, false)] : [];
  });
}

function linesOf(
  items: readonly OrderItemRow[],
  { what, isCoolingOff, keepsAccess }: StaffWish,
): RefundLine[] {
  const whole = (wanted: readonly OrderItemRow[]) =>
    wanted.filter((item) => leftOf(item) > 0).map((item) => lineOf(item, leftOf(item), !keepsAccess));
  if (isCoolingOff || what.kind === 'all') return whole(items);
  if (what.kind === 'item') return whole(items.slice(what.place - 1, what.place));
  return spread(items, what.yen);
}

function impossible(error: unknown): never {
  throw error instanceof RefundImpossible ? new StaffError(error.message) : error;
}

/**
 * Gives back what the staff wants, or proposes it to a second person. The caller holds the order's lock and kicks the
 * executor. Throws `StaffError`.
 */
export async function staffRefund(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  wish: StaffWish,
  staff: Staff,
): Promise<RefundRow> {
  if (!isSettled(order.status)) throw new StaffError('支払い済みの注文ではありません。');
  if (await isDisputed(tx, order.id))
    throw new StaffError(
      'チャージバックの記録がある注文です。二重に返金しないため、返金できません(当方の主張が認められたときは、done --won と記録すると返金できます)。',
    );
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  if (wish.what.kind === 'item' && wish.what.place > items.length)
    throw new StaffError(`この注文にあるのは${items.length}点です。`);
  const lines = linesOf(items, wish);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  if (wish.what.kind === 'amount' && amount !== wish.what.yen)
    throw new StaffError(`返金できるのは、あと${amount}円までです。`);
  if (amount === 0) throw new StaffError('返金できる金額が残っていません。');
  const plan: Plan = {
    kind: wish.isCoolingOff ? 'cooling_off' : 'staff',
    key: `staff:${randomUUID()}`,
    lines,
    reason: staff.why,
    askedBy: 'staff',
    actor: staff.actor,
  };
  const before = (await refundsOf(tx, order.id))
    .filter(({ askedBy, state }) => askedBy === 'staff' && state !== 'proposed')
    .reduce((sum, one) => sum + one.amount, 0);
  const decide = before + amount > twoPersonYen ? proposeRefund : decideRefund;
  const refund = await decide(tx, deps, order, plan).catch(impossible);
  await audit(tx, deps, staff, {
    act: refund.state === 'proposed' ? 'refund-propose' : 'refund',
    orderId: order.id,
    before: { status: order.status },
    after: { refund: refund.id, state: refund.state, via: refund.via, amount },
  });
  return refund;
}

/** A name in one form, however it is typed: full width, capitals and blanks do not make it another person. */
const personOf = (typed: string | null) =>
  (typed ?? '').normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();

/** The second person agrees. Throws `StaffError` for the first person again, and for a refund that is not proposed. */
export async function agreeRefund(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
  staff: Staff,
): Promise<RefundRow> {
  if (refund.state !== 'proposed') throw new StaffError('承認を待っている返金ではありません。');
  if (personOf(refund.actor) === personOf(staff.actor))
    throw new StaffError('登録した人とは別の担当者が承認してください(5万円を超える返金は2人で行います)。');
  if (await isDisputed(tx, order.id)) throw new StaffError('チャージバックの記録がある注文です。');
  const decided = await approveRefund(tx, deps, order, refund).catch(impossible);
  await audit(tx, deps, staff, {
    act: 'refund-approve',
    orderId: order.id,
    before: { refund: refund.id, state: 'proposed', by: refund.actor },
    after: { state: decided.state, via: decided.via, amount: decided.amount },
  });
  return decided;
}
