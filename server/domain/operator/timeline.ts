/** Everything that happened to one order, in the order of time (money.md 8). Numbers and codes, no personal data. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  gatewayCommands,
  gatewayEvents,
  ledgerEntries,
  moneyNotices,
  moneyTasks,
  type OrderRow,
  paymentAttempts,
} from '../../db/schema/order.ts';
import { moneyAudit } from '../../db/schema/refund.ts';
import { refundsOf } from '../refund/store.ts';

export type Moment = { at: Date; text: string };

const codesOf = (reply: Record<string, unknown> | null) =>
  reply
    ? ` ${[reply.outcome, ...((reply.codes as string[] | undefined) ?? [])].filter(Boolean).join(' ')}`
    : '';

/** The history of an order. */
export async function timeline(db: Db, order: OrderRow): Promise<Moment[]> {
  const attempts = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id))
    .orderBy(asc(paymentAttempts.n));
  const ids = [...attempts.map(({ id }) => id), 0];
  const numberOf = (id: number | null) => attempts.find((one) => one.id === id)?.gatewayOrderId ?? '';
  const commands = await db.select().from(gatewayCommands).where(inArray(gatewayCommands.attemptId, ids));
  const events = await db.select().from(gatewayEvents).where(inArray(gatewayEvents.attemptId, ids));
  const postings = await db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order.id));
  const notices = await db.select().from(moneyNotices).where(eq(moneyNotices.orderId, order.id));
  const tasks = await db.select().from(moneyTasks).where(eq(moneyTasks.orderId, order.id));
  const acts = await db.select().from(moneyAudit).where(eq(moneyAudit.orderId, order.id));
  const moments: Moment[] = [
    { at: order.created, text: `注文 ${order.total}円` },
    ...attempts.map(({ created, gatewayOrderId, method, state, received }) => ({
      at: created,
      text: `支払い ${gatewayOrderId} ${method} いま${state} 受領${received}円`,
    })),
    ...commands.map(({ created, sentAt, attemptId, kind, n, state, reply }) => ({
      at: sentAt ?? created,
      text: `命令 ${numberOf(attemptId)} ${kind} ${n} ${state}${codesOf(reply)}`,
    })),
    ...events.map(({ received, gatewayOrderId, status, state }) => ({
      at: received,
      text: `通知 ${gatewayOrderId} ${status} ${state}`,
    })),
    ...postings.map(({ at, account, amount, eventKey }) => ({
      at,
      text: `記帳 ${eventKey} ${account} ${amount}円`,
    })),
    ...notices.map(({ created, kind, on }) => ({ at: created, text: `メール ${kind} ${on}`.trim() })),
    ...tasks.map(({ id, created, kind, done, detail }) => ({
      at: created,
      text: ['確認待ち', `#${id}`, kind, done && '済み', detail.outcome].filter(Boolean).join(' '),
    })),
    ...(await refundsOf(db, order.id)).map(({ id, created, kind, amount, state, via }) => ({
      at: created,
      text: `返金${id} ${kind} ${amount}円 ${via} いま${state}`,
    })),
    ...acts.map(({ at, actor, act, why }) => ({ at, text: `担当者 ${actor} ${act}「${why}」` })),
  ];
  return moments.sort((one, other) => one.at.getTime() - other.at.getTime());
}
