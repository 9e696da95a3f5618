import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ReceiptInput } from '#contracts/shopDocument.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type DocumentRow, documents, type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import type { Honorific, PaperFacts } from '../../db/schema/paperFacts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { missingGlyphs } from '../../papers/fonts.ts';
import { openBuyer } from '../order/buyer.ts';
import { lockOrder } from '../order/lock.ts';
import { isSettled } from '../order/policy.ts';
import { invoiceFacts, type PaidBack, type PaperOrder, receiptFacts, returnFacts } from './facts.ts';
import { sellerOf } from './seller.ts';

/** A paper without its bytes. */
export type DocumentHead = Omit<DocumentRow, 'bytes' | 'sha256' | 'attempts' | 'notBefore'>;

const head = {
  id: documents.id,
  orderId: documents.orderId,
  kind: documents.kind,
  seq: documents.seq,
  number: documents.number,
  name: documents.name,
  honorific: documents.honorific,
  facts: documents.facts,
  created: documents.created,
  made: documents.made,
  opened: documents.opened,
  received: documents.received,
};

/** Throws 404 for an order that does not exist or is somebody else's. */
export async function ownOrder(db: Db, userId: number, orderId: number): Promise<OrderRow> {
  const isOwn = and(eq(orders.id, orderId), eq(orders.userId, userId));
  const [order] = await db.select().from(orders).where(isOwn).limit(1);
  if (!order) throw notFound();
  return order;
}

/** Papers of an order that have a name, the oldest first; also those that are being made. */
export async function listDocuments(db: Db, orderId: number): Promise<DocumentHead[]> {
  const rows = await db
    .select(head)
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.id));
  return rows.filter(({ name }) => name !== null);
}

/** Name and row of the receipts of orders, by the order's id: for lists of orders. */
export async function receiptsOf(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, Pick<DocumentRow, 'id' | 'name'>>> {
  if (orderIds.length === 0) return new Map();
  const isReceipt = and(inArray(documents.orderId, [...orderIds]), eq(documents.kind, 'receipt'));
  const rows = await db
    .select({ id: documents.id, name: documents.name, orderId: documents.orderId })
    .from(documents)
    .where(isReceipt);
  return new Map(rows.map(({ orderId, ...row }) => [orderId, row]));
}

/** A paper of one's own order. Throws 404 for every other one. */
export async function ownDocument(db: Db, userId: number, id: number): Promise<DocumentHead> {
  const [row] = await db
    .select(head)
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(and(eq(documents.id, id), eq(orders.userId, userId)))
    .limit(1);
  if (!row || row.name === null) throw notFound();
  return row;
}

/** The PDF of a paper as it was made; `null`: not made yet. */
export async function bytesOf(db: Db, id: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const [row] = await db
    .select({ bytes: documents.bytes })
    .from(documents)
    .where(eq(documents.id, id))
    .limit(1);
  return row?.bytes ? new Uint8Array(Buffer.from(row.bytes, 'base64')) : null;
}

type Filing = {
  orderId: number;
  seq: number;
  facts: PaperFacts;
  name: string | null;
  honorific: Honorific | null;
};

/** Files a paper once: the same kind and number again changes nothing. The job makes it as soon as it has a name. */
async function file(tx: Tx, now: Date, { orderId, seq, facts, name, honorific }: Filing): Promise<void> {
  const row = { orderId, kind: facts.kind, seq, number: facts.number, name, honorific, facts };
  await tx
    .insert(documents)
    .values({ ...row, notBefore: now, created: now })
    .onConflictDoNothing();
}

/** An order that was paid, with its things. */
async function paperOrder(tx: Tx, order: OrderRow): Promise<PaperOrder | null> {
  const { paidAt } = order;
  if (paidAt === null || !isSettled(order.status)) return null;
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  return { ...order, paidAt, items };
}

const notYet = (detail: string) => new ApiError(409, 'document_pending', detail);

/**
 * Throws 400 for a name with letters that cannot be printed, and names these letters. Call it before anything is stored
 * (row 106).
 */
export async function assertPrintable(name: string): Promise<void> {
  const missing = await missingGlyphs(name);
  if (missing.length === 0) return;
  const letters = missing.map((letter) => `「${letter}」`).join('');
  throw invalid({ name: [`${letters}は領収書に印刷できません。別の字でご入力ください。`] });
}

/** Sets the name of a paper, once, so that it becomes due; `false`: it has a name already. */
async function setName(tx: Tx, id: number, { name, honorific }: ReceiptInput, now: Date): Promise<boolean> {
  const set = await tx
    .update(documents)
    .set({ name, honorific, notBefore: now })
    .where(and(eq(documents.id, id), isNull(documents.name)))
    .returning({ id: documents.id });
  return set.length > 0;
}

/**
 * Asks for the receipt of a paid order, made out to a name that can be set only once. If the seller has a number, the
 * qualified invoice is made, too. The same name again answers the same receipt.
 *
 * Throws 404 for somebody else's order, 409 `document_pending` for one that is not paid, cost nothing or was paid back
 * in full, and 409 `conflict` when it has another name already. Call `assertPrintable` before the transaction.
 */
export async function askReceipt(
  tx: Tx,
  deps: Deps,
  userId: number,
  orderId: number,
  input: ReceiptInput,
): Promise<DocumentHead> {
  await ownOrder(tx, userId, orderId);
  const order = await lockOrder(tx, orderId);
  const now = new Date(deps.clock.now());
  await fileReceipt(tx, order, now);
  const papers = await listAll(tx, orderId);
  const receipt = papers.find(({ kind }) => kind === 'receipt');
  if (!receipt) throw new Error('receipt vanished');
  const isFirst = await setName(tx, receipt.id, input, now);
  const isSame = receipt.name === input.name && receipt.honorific === input.honorific;
  if (!isFirst && !isSame) {
    const detail = `宛名は「${receipt.name} ${receipt.honorific}」で発行済みのため、変更できません。`;
    throw new ApiError(409, 'conflict', detail);
  }
  for (const { id, kind } of papers) if (kind === 'invoice') await setName(tx, id, input, now);
  return ownDocument(tx, userId, receipt.id);
}

const listAll = (tx: Tx, orderId: number) =>
  tx.select(head).from(documents).where(eq(documents.orderId, orderId)).orderBy(asc(documents.id));

async function fileReceipt(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const isFiled = (await receiptsOf(tx, [order.id])).has(order.id);
  if (isFiled) return;
  const [paid, seller] = [await paperOrder(tx, order), await sellerOf(tx)];
  if (!paid) throw notYet('領収書は、お支払いの確認後に発行できます。');
  if (paid.total === 0) throw notYet('お支払いのない注文のため、領収書はありません。');
  if (order.status === 'refunded') throw notYet('全額を返金した注文のため、領収書は発行できません。');
  if (!seller) throw notYet('ただいま領収書を発行できません。お手数ですが、お問い合わせください。');
  const issuedAt = now.getTime();
  const papers = [receiptFacts(paid, seller, issuedAt)];
  const invoices = seller.invoiceNumber === null ? [] : [invoiceFacts(paid, seller, issuedAt)];
  for (const facts of [...papers, ...invoices])
    await file(tx, now, { orderId: order.id, seq: 1, facts, name: null, honorific: null });
}

/**
 * Files the 返還請求書 of a refund, once for each `seq`, in the transaction that notes that the money went back. The caller
 * holds the order's lock. It is made out to the receipt's name, else to the payer.
 */
export async function fileReturnInvoice(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  seq: number,
  back: PaidBack,
): Promise<void> {
  const [paid, seller] = [await paperOrder(tx, order), await sellerOf(tx)];
  if (!paid || !seller) return;
  const now = new Date(deps.clock.now());
  const facts = returnFacts(paid, seller, back, { seq, issuedAt: now.getTime() });
  const receipt = (await listAll(tx, order.id)).find(({ kind }) => kind === 'receipt');
  const to = receipt?.name
    ? { name: receipt.name, honorific: receipt.honorific ?? '様' }
    : await payer(deps, order);
  await file(tx, now, { orderId: order.id, seq, facts, ...to });
}

/** The payer of an order, as they wrote their name. */
export async function payerName(deps: Pick<Deps, 'keys'>, order: Pick<OrderRow, 'buyer'>): Promise<string> {
  const { payer: person } = await openBuyer(deps.keys, order);
  return [person.family_name, person.given_name].filter(Boolean).join(' ');
}

/**
 * The payer, to whom papers are made out when nobody has given another name. Letters that cannot be printed are left
 * out.
 */
export async function payer(
  deps: Deps,
  order: Pick<OrderRow, 'buyer'>,
): Promise<{ name: string; honorific: Honorific }> {
  const full = await payerName(deps, order);
  const missing = await missingGlyphs(full);
  return {
    name: [...full].map((letter) => (missing.includes(letter) ? '〓' : letter)).join(''),
    honorific: '様',
  };
}

/** Files papers whose facts and name are known, once each. */
export async function fileAll(
  tx: Tx,
  deps: Deps,
  orderId: number,
  papers: PaperFacts[],
  to: { name: string; honorific: Honorific },
): Promise<void> {
  const now = new Date(deps.clock.now());
  for (const facts of papers) await file(tx, now, { orderId, seq: 1, facts, ...to });
}
