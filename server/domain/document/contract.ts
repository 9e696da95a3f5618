import { and, asc, count, desc, eq, isNull, lte, ne, sql } from 'drizzle-orm';
import { consentSteps, consentVersion } from '#contracts/shopDocument.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { Db, Tx } from '../../db/client.ts';
import { documents, moneyNotices, type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import { type ConsentStep, contractConsents } from '../../db/schema/paper.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { lockOrder } from '../order/lock.ts';
import { addressee } from '../order/mails.ts';
import { papersOfOrder } from './contractFacts.ts';
import { sellerOf } from './seller.ts';
import { bytesOf, type DocumentHead, fileAll, ownDocument, payer } from './store.ts';

const day = 86_400_000;
/** Days after which the buyer is reminded of a contract paper that they have not confirmed. */
const reminderDays = [2, 5, 9];

/** The person who agreed, and from where (keyed hash of the network). */
export type Agreed = { userId: number; from: string };

/** Steps that were agreed to for a checkout, in the words of today: consent to an earlier text is none to this one. */
export async function consentsOf(db: Db, checkoutId: string): Promise<ConsentStep[]> {
  const rows = await db
    .select({ step: contractConsents.step })
    .from(contractConsents)
    .where(and(eq(contractConsents.checkoutId, checkoutId), eq(contractConsents.textVersion, consentVersion)))
    .orderBy(asc(contractConsents.id));
  return rows.map(({ step }) => step);
}

/** Whether everything is agreed to that electronic papers need before the order. */
export async function hasConsents(db: Db, checkoutId: string): Promise<boolean> {
  const given = await consentsOf(db, checkoutId);
  return consentSteps.every((step) => given.includes(step));
}

/** Stores steps that were agreed to; a repetition changes nothing, and consent to a new text takes the place of the old. */
export async function keepConsents(
  tx: Tx,
  deps: Deps,
  checkoutId: string,
  steps: readonly ConsentStep[],
  { userId, from }: Agreed,
): Promise<void> {
  const row = { checkoutId, userId, textVersion: consentVersion, agreedFrom: from };
  const at = new Date(deps.clock.now());
  await tx
    .insert(contractConsents)
    .values(steps.map((step) => ({ ...row, step, at })))
    .onConflictDoUpdate({
      target: [contractConsents.checkoutId, contractConsents.step],
      set: { textVersion: consentVersion, agreedFrom: from, at },
      // What an order was made with stays as evidence.
      setWhere: and(ne(contractConsents.textVersion, consentVersion), isNull(contractConsents.orderId)),
    });
}

/** 409 when the consent that a paper needs first is missing. */
export function consentMissing(): ApiError {
  return new ApiError(
    409,
    'document_pending',
    'この内容のご注文には、概要書面の確認と同意が必要です。書面を開いて、内容をご確認ください。',
  );
}

/** What somebody reads whose offer with papers has no postal address. */
export const addressMissing =
  'この内容のご注文には、契約の書面をお送りするご住所が必要です。お支払いの情報の画面を開き直して、ご住所を入力してください。カートの中身は残っています。';

/** Whether papers about the contract belong to an order: 概要書面 comes first. */
export async function hasPapers(db: Db, orderId: number): Promise<boolean> {
  const isOutline = and(eq(documents.orderId, orderId), eq(documents.kind, 'outline'));
  return (await db.select({ id: documents.id }).from(documents).where(isOutline).limit(1)).length > 0;
}

/** 概要書面 of an order as it was made; `null`: it is still being made. Throws 404 for an order without one. */
export async function outlineBytes(db: Db, orderId: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const isOutline = and(eq(documents.orderId, orderId), eq(documents.kind, 'outline'));
  const [row] = await db.select({ id: documents.id }).from(documents).where(isOutline).limit(1);
  if (!row) throw notFound();
  return bytesOf(db, row.id);
}

/**
 * The newest contract paper of an order, whoever may open it: to be posted on paper. `bytes` `null`: it is still being
 * made.
 */
export async function newestContract(
  db: Db,
  orderId: number,
): Promise<{ number: string; bytes: Uint8Array<ArrayBuffer> | null } | null> {
  const [row] = await db
    .select({ id: documents.id, number: documents.number })
    .from(documents)
    .where(and(eq(documents.orderId, orderId), eq(documents.kind, 'contract')))
    .orderBy(desc(documents.id))
    .limit(1);
  return row ? { number: row.number, bytes: await bytesOf(db, row.id) } : null;
}

/** Stores what a guardian has agreed to about the papers of an order; a repetition changes nothing. */
export async function keepGuardianConsents(tx: Tx, deps: Deps, orderId: number, from: string): Promise<void> {
  const row = { checkoutId: null, orderId, userId: null, textVersion: consentVersion, agreedFrom: from };
  const at = new Date(deps.clock.now());
  await tx
    .insert(contractConsents)
    .values(consentSteps.map((step) => ({ ...row, step: `guardian_${step}` as const, at })))
    .onConflictDoNothing();
}

/**
 * Files 概要書面 and 契約書面 of an order that needs them (`needsPapers`), in the transaction that makes the order. Call it
 * after its items are stored. For a buyer under 18 the guardian's consent makes the contract: the `outline` is filed
 * first, the `contract` with that consent (money.md 4.11). Throws 409 `document_pending` when a step of the consent is
 * missing.
 */
export async function fileContractPapers(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  which: 'both' | 'outline' | 'contract' = 'both',
): Promise<void> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  const offer = { items, total: order.total, method: order.method };
  const seller = await sellerOf(tx);
  const { checkoutId } = order;
  if (!seller || checkoutId === null || !(await hasConsents(tx, checkoutId))) throw consentMissing();
  await tx
    .update(contractConsents)
    .set({ orderId: order.id })
    .where(eq(contractConsents.checkoutId, checkoutId));
  const papers = papersOfOrder(order, offer, seller).filter(({ kind }) => which === 'both' || which === kind);
  await fileAll(tx, deps, order.id, papers, await payer(deps, order));
}

/**
 * When cooling-off began for an order (`isCoolingOff` judges it). `isFiled: false`: the order has no contract paper, so
 * there is no cooling-off. `receivedAt: null`: it has not begun.
 */
export async function contractReceipt(
  db: Db,
  orderId: number,
): Promise<{ isFiled: boolean; receivedAt: Date | null }> {
  const [row] = await db
    .select({ received: documents.received })
    .from(documents)
    .where(and(eq(documents.orderId, orderId), eq(documents.kind, 'contract')))
    .limit(1);
  return { isFiled: row !== undefined, receivedAt: row?.received ?? null };
}

/** Notes that a paper was opened by its buyer, the first time. */
export async function noteOpened(db: Db, deps: Deps, id: number): Promise<void> {
  await db
    .update(documents)
    .set({ opened: new Date(deps.clock.now()) })
    .where(and(eq(documents.id, id), isNull(documents.opened)));
}

/**
 * The buyer confirms that they received the contract paper: cooling-off begins. A repetition changes nothing. Throws
 * 404 for somebody else's paper, 409 `document_pending` for one that was not opened, 409 `conflict` for a paper without
 * such a step.
 */
export async function confirmReceived(
  tx: Tx,
  deps: Deps,
  id: number,
  { userId, from }: Agreed,
): Promise<DocumentHead> {
  const found = await ownDocument(tx, userId, id);
  await lockOrder(tx, found.orderId);
  const paper = await ownDocument(tx, userId, id);
  if (paper.kind !== 'contract')
    throw new ApiError(409, 'conflict', 'この書面に、受け取りの確認は必要ありません。');
  if (paper.received !== null) return paper;
  if (paper.opened === null)
    throw new ApiError(409, 'document_pending', '契約書面を開いて、内容を読んでから確認してください。');
  const now = new Date(deps.clock.now());
  await tx.update(documents).set({ received: now }).where(eq(documents.id, id));
  const row = { orderId: paper.orderId, userId, textVersion: consentVersion, agreedFrom: from };
  await tx
    .insert(contractConsents)
    .values({ ...row, checkoutId: null, step: 'received', at: now })
    .onConflictDoNothing();
  return ownDocument(tx, userId, id);
}

/**
 * A contract paper that its buyer has not confirmed, for the operator's list: in the end it has to be posted on paper.
 */
export type Unreceived = {
  document: number;
  orderId: number;
  orderNo: string;
  made: Date;
  opened: Date | null;
};

/** A contract paper, made before `before`, that nobody has confirmed, of an order that is still valid. */
const isUnreceived = (before: Date) =>
  and(
    eq(documents.kind, 'contract'),
    isNull(documents.received),
    lte(documents.made, before),
    sql`${orders.status} not in ('canceled', 'expired', 'failed', 'refunded')`,
  );

/** How long a contract paper is unconfirmed before it is sent by post (money.md 4.18). */
export const postMs = 9 * day;

/** How many contract papers `unreceivedContracts` would list without a limit. */
export async function countUnreceived(db: Db, before: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(isUnreceived(before));
  return row?.count ?? 0;
}

/** Contract papers that were made before `before` and that nobody has confirmed, of orders that are still valid. */
export async function unreceivedContracts(db: Db, before: Date, limit = 100): Promise<Unreceived[]> {
  const rows = await db
    .select({
      document: documents.id,
      orderId: documents.orderId,
      orderNo: orders.orderNo,
      made: documents.made,
      opened: documents.opened,
    })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(isUnreceived(before))
    .orderBy(asc(documents.made))
    .limit(limit);
  return rows.flatMap((row) => (row.made ? [{ ...row, made: row.made }] : []));
}

/** The reminder that is due for a paper of this age in days, or `null`. */
function dueReminder(age: number): number | null {
  return reminderDays.findLast((days) => age >= days) ?? null;
}

async function remind(deps: Deps, { document, orderId, made }: Unreceived): Promise<void> {
  const due = dueReminder(Math.floor((deps.clock.now() - made.getTime()) / day));
  if (due === null) return;
  await transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { receivedAt } = await contractReceipt(tx, orderId);
    if (receivedAt !== null) return;
    const notice = { orderId, kind: 'contract_unreceived', on: String(due) };
    const isNew = await tx
      .insert(moneyNotices)
      .values({ ...notice, created: new Date(deps.clock.now()) })
      .onConflictDoNothing()
      .returning({ id: moneyNotices.id });
    if (isNew.length === 0) return;
    const { email, name } = await addressee(tx, deps, order);
    await queueMail(tx, deps, {
      kind: 'contract-unreceived',
      to: email,
      content: {
        ...(name === '' ? {} : { name }),
        subject: '契約書面をお受け取りください',
        paragraphs: [
          `ご注文(${order.orderNo})の契約書面を用意しています。まだ受け取りの確認をいただいていません。`,
          '購入履歴から書面を開いて内容をお読みのうえ、「受け取りました」を押してください。受け取りを確認した日から8日間は、理由を問わず契約を解除できます。',
        ],
        notes: ['紙の書面をご希望の場合は、このメールにある画面からお問い合わせください。'],
        action: {
          label: '契約書面を開く',
          url: `${deps.config.appUrl}${paths.historyDetail(String(orderId))}`,
        },
      },
    });
    deps.log.info('contract_reminded', { document, days: due });
  });
}

/** No limit: who is reminded must not depend on how many others have not confirmed theirs. */
const all = 2 ** 31 - 1;

/**
 * Reminds buyers of contract papers that they have not confirmed, once for each step (row 108). Several processes may
 * run it.
 */
export async function remindContracts(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now() - (reminderDays[0] ?? 0) * day);
  for (const one of await unreceivedContracts(deps.db, before, all)) await remind(deps, one);
}
