/** Sends a mail to a buyer once more (money.md 8), and notes papers that went by post (money.md 4.18). */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { paths } from '#shared/lib/pages/paths.ts';
import type { Tx } from '../../db/client.ts';
import { documents, ledgerEntries, moneyNotices, type OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { attemptsOf } from '../order/lock.ts';
import { addressee, orderMail } from '../order/mails.ts';
import { type OrderMailKind, orderMailKinds } from '../order/mailTexts.ts';
import { refundMailAgain } from '../refund/mails.ts';
import { refundsOf } from '../refund/store.ts';
import { audit, type Staff, StaffError } from './audit.ts';

export const resendKinds = ['mail', 'receipt', 'document'] as const;
export type ResendKind = (typeof resendKinds)[number];

/** Asks once more for the bank account that a refund waits for; `false`: no refund waits for one. */
async function accountAgain(tx: Tx, deps: Deps, order: OrderRow): Promise<boolean> {
  const waiting = (await refundsOf(tx, order.id)).filter(({ state }) => state === 'needs_account').at(-1);
  if (!waiting) return false;
  await refundMailAgain(tx, deps, order, waiting, 'account');
  return true;
}

/** Postings, by the first word of their keys, that a mail about money that goes back tells of. */
const told: Partial<Record<OrderMailKind, readonly string[]>> = {
  refunded_late: ['returned', 'back'],
  refunded_extra: ['back'],
  overpaid: ['excess', 'returned'],
};

/** The yen that go back by the `part`th such posting of an attempt; 0: the mail is about all of its money. */
async function owedBy(tx: Tx, kind: OrderMailKind, attemptId: number, part: number): Promise<number> {
  const rows = await tx
    .select({ key: ledgerEntries.eventKey, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.attemptId, attemptId), eq(ledgerEntries.account, 'refund_due')));
  const row = rows.find(({ key }) => {
    const words = key.split(':');
    return told[kind]?.includes(words[0] ?? '') && words.at(-1) === String(part);
  });
  return row ? -row.amount : 0;
}

/**
 * Sends the last mail about an order once more, with its present text. If a bank account is missing, it asks for that
 * instead.
 */
async function mailAgain(tx: Tx, deps: Deps, order: OrderRow): Promise<string> {
  if (await accountAgain(tx, deps, order)) return 'refund_account';
  const [last] = await tx
    .select()
    .from(moneyNotices)
    .where(and(eq(moneyNotices.orderId, order.id), inArray(moneyNotices.kind, [...orderMailKinds])))
    .orderBy(desc(moneyNotices.id))
    .limit(1);
  const kind = orderMailKinds.find((one) => one === last?.kind);
  if (!last || !kind) throw new StaffError('この注文について送ったメールはありません。');
  await tx.delete(moneyNotices).where(eq(moneyNotices.id, last.id));
  const [of, part = '1'] = last.on.split('-');
  const attempt = (await attemptsOf(tx, order.id)).find(({ n }) => String(n) === of);
  const yen = attempt && (await owedBy(tx, kind, attempt.id, Number(part)));
  await orderMail(tx, deps, order, kind, attempt, { part: Number(part), ...(yen && { yen }) });
  return kind;
}

const paperKinds = {
  receipt: ['receipt', 'invoice'],
  document: ['outline', 'contract', 'return_invoice'],
} as const;

/** Tells the buyer where the papers of an order are. */
async function paperMail(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  what: keyof typeof paperKinds,
): Promise<string> {
  const papers = await tx
    .select({ number: documents.number })
    .from(documents)
    .where(and(eq(documents.orderId, order.id), inArray(documents.kind, [...paperKinds[what]])));
  if (papers.length === 0) throw new StaffError('この注文に、その書類はありません。');
  const { email, name } = await addressee(tx, deps, order);
  await queueMail(tx, deps, {
    kind: `order-${what}`,
    to: email,
    content: {
      ...(name === '' ? {} : { name }),
      subject: what === 'receipt' ? '領収書のご案内' : '書面のご案内',
      paragraphs: [
        `ご注文(${order.orderNo})の書類は、購入履歴からいつでも開けます。`,
        papers.map(({ number }) => `・${number}`).join('\n'),
      ],
      action: { label: '書類を開く', url: `${deps.config.appUrl}${paths.historyDetail(String(order.id))}` },
    },
  });
  return what;
}

/** Sends a mail about an order once more. The caller holds the order's lock. Throws `StaffError`. */
export async function resend(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  what: ResendKind,
  staff: Staff,
): Promise<void> {
  const kind = what === 'mail' ? await mailAgain(tx, deps, order) : await paperMail(tx, deps, order, what);
  await audit(tx, deps, staff, { act: 'resend', orderId: order.id, after: { kind } });
}

/**
 * Notes that a contract paper was sent by post and has arrived: cooling-off begins on that day (money.md 4.18). Throws
 * `StaffError`.
 */
export async function notePosted(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  arrived: Date,
  staff: Staff,
): Promise<void> {
  const [paper] = await tx
    .update(documents)
    .set({ received: arrived })
    .where(and(eq(documents.orderId, order.id), eq(documents.kind, 'contract'), isNull(documents.received)))
    .returning({ number: documents.number });
  if (!paper) throw new StaffError('受け取りを待っている契約書面はありません。');
  const after = { number: paper.number, arrived: arrived.toISOString() };
  await audit(tx, deps, staff, { act: 'posted', orderId: order.id, after });
}
