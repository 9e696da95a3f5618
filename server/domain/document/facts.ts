/** The content of an order's papers, made from its rows (money.md 4.17). Pure. */
import type { OrderItemRow, OrderRow } from '../../db/schema/order.ts';
import type {
  InvoiceFacts,
  PaperFacts,
  PaperLine,
  ReceiptFacts,
  ReturnFacts,
  Seller,
} from '../../db/schema/paperFacts.ts';
import { accessEnd } from '../money/access.ts';
import { addDays } from '../money/jstDate.ts';
import { taxByRate } from '../money/tax.ts';
import { methodNames } from '../money/wording.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';

/** The letter of each kind, which a paper's number adds to the order's. */
const letters: Record<PaperFacts['kind'], string> = {
  receipt: 'R',
  invoice: 'I',
  return_invoice: 'H',
  outline: 'O',
  contract: 'C',
};

/**
 * Number of a paper, `K270412-7H3KQ9ZC-R1`: made of parts that are unique already, so that no two papers share one (row
 * 107).
 */
export function paperNumber(orderNo: string, kind: PaperFacts['kind'], seq: number): string {
  return `${orderNo}-${letters[kind]}${seq}`;
}

/** An order with its things, as far as papers say of it. */
export type PaperOrder = Pick<OrderRow, 'orderNo' | 'total' | 'method' | 'isTest'> & {
  paidAt: Date;
  items: (Pick<OrderItemRow, 'name' | 'paid' | 'rate' | 'accessDays'> &
    Partial<Pick<OrderItemRow, 'type'>>)[];
};

const dayOfText = (text: string) =>
  `${Number(text.slice(0, 4))}年${Number(text.slice(5, 7))}月${Number(text.slice(8))}日`;

/** The last day on which something paid at `paidAt` can be used, in words; empty when there is no fixed end. */
export function periodNote(paidAt: number, accessDays: number | null): string {
  if (accessDays === null) return '';
  const lastDay = addDays(japaneseDay(accessEnd(paidAt, accessDays)), -1);
  return `利用期間 ${dayOfText(lastDay)}まで(${accessDays}日間)`;
}

function linesOf({ items, paidAt }: PaperOrder): PaperLine[] {
  return items.map(({ name, paid, rate, accessDays }) => ({
    name,
    note: periodNote(paidAt.getTime(), accessDays),
    amount: paid,
    rate,
  }));
}

function common(order: PaperOrder, seller: Seller, issuedAt: number) {
  const { orderNo, isTest, total } = order;
  const lines = linesOf(order);
  return { orderNo, isTest, total, lines, rates: taxByRate(lines), seller, issuedAt };
}

/** 但し書き: what the payment was for. */
function provisoOf({ items }: PaperOrder): string {
  const exams = items.filter(({ type }) => type === 'mockexam').length;
  if (exams === 0) return 'オンライン講座の受講料';
  return exams === items.length ? '模試の受験料' : 'オンライン講座の受講料・模試の受験料';
}

/** 領収書 of a paid order. Names the qualified invoice when the seller issues one beside it. */
export function receiptFacts(order: PaperOrder, seller: Seller, issuedAt: number): ReceiptFacts {
  return {
    ...common(order, seller, issuedAt),
    kind: 'receipt',
    number: paperNumber(order.orderNo, 'receipt', 1),
    paidAt: order.paidAt.getTime(),
    method: methodNames[order.method],
    proviso: provisoOf(order),
    invoice: seller.invoiceNumber === null ? null : paperNumber(order.orderNo, 'invoice', 1),
  };
}

/** 適格請求書 of a paid order, by a seller with a number. */
export function invoiceFacts(order: PaperOrder, seller: Seller, issuedAt: number): InvoiceFacts {
  return {
    ...common(order, seller, issuedAt),
    kind: 'invoice',
    number: paperNumber(order.orderNo, 'invoice', 1),
    paidAt: order.paidAt.getTime(),
    method: methodNames[order.method],
  };
}

/** What is paid back: yen of each thing at its rate, when, how, and why, in words for the buyer. */
export type PaidBack = {
  lines: Pick<PaperLine, 'name' | 'amount' | 'rate'>[];
  refundedAt: Date;
  method: string;
  reason: string;
};

/** 返還請求書 of the refund `seq` of an order. Its tax is computed from its own sums (money.md 5.6). */
export function returnFacts(
  order: PaperOrder,
  seller: Seller,
  { lines, refundedAt, method, reason }: PaidBack,
  { seq, issuedAt }: { seq: number; issuedAt: number },
): ReturnFacts {
  const all = lines.map((line) => ({ ...line, note: '' }));
  return {
    ...common(order, seller, issuedAt),
    kind: 'return_invoice',
    number: paperNumber(order.orderNo, 'return_invoice', seq),
    lines: all,
    rates: taxByRate(all),
    total: all.reduce((sum, { amount }) => sum + amount, 0),
    paidAt: order.paidAt.getTime(),
    refundedAt: refundedAt.getTime(),
    method,
    reason,
    original: paperNumber(order.orderNo, seller.invoiceNumber === null ? 'receipt' : 'invoice', 1),
  };
}
