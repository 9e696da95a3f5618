/** What a buyer may get back of an order right now, and why not more (money.md 4.13, 5.6, 5.14, 5.15). Pure. */
import { createHash } from 'node:crypto';
import type { AskedRefundKind } from '#contracts/shopRefund.ts';
import type { OrderItemRow, OrderRow } from '../../db/schema/order.ts';
import { coolingOffDays, isCoolingOff, lastCoolingOffDay } from '../money/coolingOff.ts';
import { addDays, type Day, startOfDay } from '../money/jstDate.ts';
import { daysUsed, midtermRefund } from '../money/midterm.ts';
import { refundShare } from '../money/refundShare.ts';
import { dayText } from '../money/wording.ts';
import { isSettled, returnUntil } from '../order/policy.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';

/** From this many watched lessons on, an order is not given back any more (product.md 3.9). */
const watchedLimit = 3;

/** One thing of an order, with what a refund needs. */
export type RefundItem = Pick<OrderItemRow, 'id' | 'name' | 'paid' | 'refunded' | 'rate' | 'accessDays'> & {
  /** Its access was ended already. */
  isEnded: boolean;
  /** The first day of its access, Japan. */
  from: Day;
  /** A lesson of it was begun since it was paid. */
  hasBegun: boolean;
  /** The fee of an exam that was begun: it is kept. */
  isTaken?: boolean;
};

export type RefundFacts = {
  order: Pick<OrderRow, 'id' | 'status' | 'kind' | 'total' | 'paidAt' | 'subscriptionId'>;
  items: RefundItem[];
  /** Lessons of the order that were watched since it was paid. */
  watched: number;
  /** Of the contract paper (`contractReceipt`). */
  contract: { isFiled: boolean; receivedAt: Date | null };
  /** The gateway keeps the money of a card, so it goes back to the card. */
  isCard: boolean;
  /** A refund is at the gateway, or the card company took the money back: no other refund may begin. */
  obstacle: 'busy' | 'chargeback' | null;
};

export type OfferLine = Pick<RefundItem, 'name' | 'rate'> & {
  item: number;
  amount: number;
  /** What is kept for the used days, and for ending the contract. */
  used: number;
  fee: number;
};
export type Offer = { kind: AskedRefundKind; lines: OfferLine[]; total: number; until: number | null };
export type Closed = { kind: AskedRefundKind; detail: string };
export type Offers = { offers: Offer[]; closed: Closed[] };

const leftOf = ({ paid, refunded }: RefundItem) => paid - refunded;

/** Everything that is left of these things; for the last one, everything that is left of the order. */
function wholeLines({ order, items }: RefundFacts, wanted: readonly RefundItem[]): OfferLine[] {
  let refunded = items.reduce((sum, item) => sum + item.refunded, 0);
  const open = items.filter((item) => leftOf(item) > 0).length;
  return wanted.map((item, place) => {
    const isLast = place === open - 1;
    const amount = refundShare({ paid: leftOf(item), captured: order.total, refunded, isLast });
    refunded += amount;
    return { item: item.id, name: item.name, rate: item.rate, amount, used: 0, fee: 0 };
  });
}

/** What is left after the used days and the fee; access without an end has no days to count. */
function midtermLines(items: readonly RefundItem[], now: number): OfferLine[] {
  return items.flatMap((item) => {
    if (item.accessDays === null) return [];
    const used = daysUsed(item.from, japaneseDay(now), item.accessDays);
    const split = midtermRefund(item.paid, item.accessDays, used, item.hasBegun);
    const amount = Math.min(split.refund, leftOf(item));
    if (amount <= 0) return [];
    return [{ item: item.id, name: item.name, rate: item.rate, amount, used: split.used, fee: split.fee }];
  });
}

const sumOf = (lines: readonly OfferLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

function offer(kind: AskedRefundKind, lines: OfferLine[], until: number | null): Offers {
  if (lines.length === 0) return { offers: [], closed: [] };
  return { offers: [{ kind, lines, total: sumOf(lines), until }], closed: [] };
}
const none = (kind: AskedRefundKind, detail: string): Offers => ({ offers: [], closed: [{ kind, detail }] });
const together = (...parts: Offers[]): Offers => ({
  offers: parts.flatMap(({ offers }) => offers),
  closed: parts.flatMap(({ closed }) => closed),
});

function voluntary(facts: RefundFacts, open: readonly RefundItem[], now: number): Offers {
  const end = returnUntil(facts.order.paidAt);
  if (end === null) return { offers: [], closed: [] };
  if (now >= end)
    return none('voluntary', `返品できる期間(${dayText(new Date(end - 1))}まで)が過ぎています。`);
  if (facts.watched >= watchedLimit)
    return none('voluntary', `授業を${watchedLimit}つ以上視聴されたため、返品できません。`);
  const left = open.filter(({ isTaken }) => !isTaken);
  if (left.length === 0) return none('voluntary', '受験を始めた模試の受験料は、返金できません。');
  return offer('voluntary', wholeLines(facts, left), end);
}

function ofContract(facts: RefundFacts, open: readonly RefundItem[], now: number): Offers {
  const receivedAt = facts.contract.receivedAt?.getTime() ?? null;
  if (isCoolingOff(receivedAt, now)) {
    const end = receivedAt === null ? null : startOfDay(addDays(lastCoolingOffDay(receivedAt), 1));
    return offer('cooling_off', wholeLines(facts, open), end);
  }
  const last = new Date(startOfDay(lastCoolingOffDay(receivedAt ?? now)));
  const over = `契約書面の受け取りから${coolingOffDays}日間(${dayText(last)}まで)のクーリング・オフの期間は過ぎています。`;
  const lines = midtermLines(open, now);
  const rest =
    lines.length > 0
      ? offer('midterm', lines, null)
      : none('midterm', '利用した日数分の金額と解約手数料を差し引くと、返金できる金額がありません。');
  return together(none('cooling_off', over), rest);
}

const obstacles = {
  busy: '前の返金の手続きが済むまで、新しい返金はお受けできません。済みましたら、メールでお知らせします。',
  chargeback:
    'カード会社への異議申し立てがあったため、ここでは返金をお受けできません。お問い合わせください。',
} as const;

/**
 * What may be asked for at a moment. Cooling-off gives everything back, so no other offer is added. A return comes
 * before the sums of a contract that is ended early.
 */
export function offersOf(facts: RefundFacts, now: number): Offers {
  const { order, items, contract, obstacle } = facts;
  const open = items.filter((item) => !item.isEnded && leftOf(item) > 0);
  // A plan is ended, not given back (money.md 4.16).
  const isSold = order.kind === 'sale' && order.subscriptionId === null && order.total > 0;
  if (!isSold || !isSettled(order.status) || open.length === 0) return { offers: [], closed: [] };
  if (obstacle !== null) return none('voluntary', obstacles[obstacle]);
  if (!contract.isFiled) return voluntary(facts, open, now);
  const legal = ofContract(facts, open, now);
  if (legal.offers.some(({ kind }) => kind === 'cooling_off')) return legal;
  const given = voluntary(facts, open, now);
  if (given.offers.length === 0) return together(legal, given);
  // A buyer who may give everything back is not offered less; what is over is shown all the same.
  return together(given, { offers: [], closed: legal.closed.filter(({ kind }) => kind === 'cooling_off') });
}

/**
 * Number of an offer: the same lines always have the same number, and other lines another one (row 102 of money.md 7).
 */
export function offerNumber(orderId: number, { kind, lines }: Offer): string {
  const facts = JSON.stringify([orderId, kind, lines.map(({ item, amount }) => [item, amount])]);
  return `R${createHash('sha256').update(facts).digest('hex').slice(0, 12).toUpperCase()}`;
}
