/** What the mails about an order are made of. Pure. */
import type { AttemptRow, OrderItemRow, OrderRow } from '../../db/schema/order.ts';
import { yen } from '../money/wording.ts';

/**
 * The data of a text. `attempt`: the one it is about, or `null`. `yen`: if it is about a part of its money. `isMinors`:
 * a guardian was asked about it, so that its buyer pays by no card.
 */
export type MailFacts = {
  order: Pick<
    OrderRow,
    | 'orderNo'
    | 'total'
    | 'discount'
    | 'subtotal'
    | 'couponName'
    | 'method'
    | 'paidAt'
    | 'status'
    | 'dueAt'
    | 'cancelReason'
    | 'subscriptionId'
  >;
  items: (Pick<OrderItemRow, 'name' | 'paid'> & Partial<Pick<OrderItemRow, 'type'>>)[];
  attempt: Pick<AttemptRow, 'state' | 'method' | 'slip' | 'dueAt' | 'amount' | 'received' | 'failure'> | null;
  yen?: number | undefined;
  isMinors?: boolean;
};

/** Number, things and sum, as every mail shows them. */
export function orderSummary(
  order: Pick<OrderRow, 'orderNo' | 'total' | 'discount' | 'couponName'>,
  items: MailFacts['items'],
): string {
  return [
    `注文番号: ${order.orderNo}`,
    ...items.map(({ name, paid }) => `・${name} ${yen(paid)}`),
    ...(order.discount > 0
      ? [`(${order.couponName ?? 'クーポン'} -${yen(order.discount)} を差し引いた金額です)`]
      : []),
    `合計: ${yen(order.total)}(税込)`,
  ].join('\n');
}
