/** Orders with a scripted gateway, written directly into the tables; what happens to their money, step by step. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { inventories } from '../db/schema/learning.ts';
import { mails } from '../db/schema/mail.ts';
import {
  type AttemptRow,
  gatewayCommands,
  moneyTasks,
  type OrderRow,
  orderItems,
  orders,
  paymentAttempts,
} from '../db/schema/order.ts';
import type { Deps } from '../deps.ts';
import { type PayWish, startAttempt } from '../domain/order/attempts.ts';
import { type Buyer, sealBuyer } from '../domain/order/buyer.ts';
import { runCommands } from '../domain/order/executor.ts';
import { expireDue } from '../domain/order/expire.ts';
import { balanceOf } from '../domain/order/ledger.ts';
import { lockOrder } from '../domain/order/lock.ts';
import { newOrderNo } from '../domain/order/number.ts';
import { observeDue } from '../domain/order/observe.ts';
import { probeGateway } from '../domain/order/probe.ts';
import { noteFields } from '../gateway/notifier.ts';
import type { ScriptedGateway } from '../gateway/start.ts';
import type { Outcome } from '../gateway/testCards.ts';
import { type Fields, formText } from '../gateway/wire.ts';
import { scriptedShop } from '../payment/settings.ts';
import { payer, type TestShop } from './buyer.ts';
import { storeCourse } from './catalog.ts';
import type { TestApp } from './createTestApp.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const buyer: Buyer = {
  payer,
  email: 'buyer@example.com',
  name: '山田 太郎',
};

export type Wished = { method: 'card'; card?: Outcome } | { method: 'cvs' } | { method: 'bank' };

/** How an attempt is to be paid; a card's token is issued for it. */
export function wishFor(gateway: Pick<ScriptedGateway, 'token'>, wished: Wished): PayWish {
  if (wished.method === 'cvs') return { buyer, method: 'cvs', cvsCode: '10001' };
  if (wished.method === 'bank') return { buyer, method: 'bank' };
  return {
    buyer,
    method: 'card',
    source: { token: gateway.token(wished.card ?? 'challenge') },
    cardId: null,
    card: { brand: 'visa', last4: '1111' },
    keepsCard: false,
  };
}

export type NewOrder = { total?: number; userId?: number | null; courseId?: number };

/** Stores an order of one course that nobody has tried to pay. */
export async function storeOrder(app: TestApp, fields: NewOrder = {}): Promise<OrderRow> {
  const { deps, clock } = app;
  const total = fields.total ?? 9800;
  const userId = fields.userId === undefined ? (await app.createUser()).id : fields.userId;
  const courseId = fields.courseId ?? (await storeCourse(deps)).id;
  const now = new Date(clock.now());
  const sealed = await sealBuyer(deps.keys, buyer);
  const row = {
    orderNo: newOrderNo(clock.now()),
    userId,
    kind: 'sale' as const,
    status: 'confirmed' as const,
    subtotal: total,
    discount: 0,
    total,
    method: 'card' as const,
    buyer: sealed,
    confirmText: [],
    confirmHash: '',
    confirmVersion: 1,
    agreedFrom: `network-${userId}`,
    agreedWith: '',
    isTest: true,
    created: now,
    modified: now,
  };
  const [order] = await deps.db.insert(orders).values(row).returning();
  if (!order) throw new Error('order was not stored');
  await deps.db.insert(orderItems).values({
    orderId: order.id,
    place: 0,
    productId: `course-${courseId}`,
    type: 'course',
    name: '講座',
    courses: [courseId],
    unitPrice: total,
    discountShare: 0,
    paid: total,
    rate: 10,
    accessDays: 365,
  });
  return order;
}

/** Begins an attempt to pay an order. */
export function tryToPay(
  { app, gateway }: TestShop,
  order: Pick<OrderRow, 'id'>,
  wished: Wished,
): Promise<AttemptRow> {
  const wish = wishFor(gateway, wished);
  return app.db.transaction(async (tx) => {
    const locked = await lockOrder(tx as Tx, order.id);
    return startAttempt(tx as Tx, app.deps, locked, wish, { from: locked.agreedFrom });
  });
}

/** An order with its first attempt. */
export async function orderFor(shop: TestShop, wished: Wished, fields: NewOrder = {}): Promise<OrderRow> {
  const order = await storeOrder(shop.app, fields);
  await tryToPay(shop, order, wished);
  return order;
}

/** Does everything that is due now, as the jobs of one process do. */
export async function runDue(deps: Deps): Promise<void> {
  await runCommands(deps);
  await observeDue(deps);
  await runCommands(deps);
  await expireDue(deps);
  await probeGateway(deps);
}

/** Lets time pass in steps and does what becomes due. */
export async function pass(
  { app }: Pick<TestShop, 'app'>,
  milliseconds: number,
  step = minute,
): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    app.clock.advance(Math.min(step, left));
    await runDue(app.deps);
  }
}

/** An order in its present state: its row, its attempts, and the sums of its books. */
export async function lookAt({ app }: Pick<TestShop, 'app'>, { id }: Pick<OrderRow, 'id'>) {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error('order vanished');
  const attempts = await app.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, id))
    .orderBy(asc(paymentAttempts.n));
  const balance = await balanceOf(app.db, id);
  const last = attempts.at(-1);
  if (!last) throw new Error('no attempt');
  return { order, attempts, last, balance, status: order.status, state: last.state };
}

/** How many items the library of the order's buyer has. */
export async function itemsOf({ app }: Pick<TestShop, 'app'>, order: Pick<OrderRow, 'userId'>) {
  if (order.userId === null) return [];
  return app.db
    .select()
    .from(inventories)
    .where(eq(inventories.userId, order.userId))
    .orderBy(asc(inventories.id));
}

/** Kinds of the operator's open tasks. */
export async function tasksOf({ app }: Pick<TestShop, 'app'>): Promise<string[]> {
  return (await app.db.select().from(moneyTasks).orderBy(asc(moneyTasks.id))).map(({ kind }) => kind);
}

/** Kinds of the mails that were written so far. */
export async function mailsOf({ app }: Pick<TestShop, 'app'>): Promise<string[]> {
  return (await app.db.select().from(mails).orderBy(asc(mails.id))).map(({ kind }) => kind);
}

/** Commands of an attempt by kind, with their states: `exec 1 done`. */
export async function commandLines({ app }: Pick<TestShop, 'app'>, attemptId: number): Promise<string[]> {
  const rows = await app.db
    .select()
    .from(gatewayCommands)
    .where(eq(gatewayCommands.attemptId, attemptId))
    .orderBy(asc(gatewayCommands.id));
  return rows.map(({ kind, n, state }) => `${kind} ${n} ${state}`);
}

/** The buyer ends the bank's challenge and their browser comes back, without cookies. */
export async function comeBack(
  { app, gateway }: TestShop,
  order: OrderRow,
  act: 'pass' | 'fail' = 'pass',
): Promise<Response> {
  const { last } = await lookAt({ app }, order);
  const url = new URL(gateway.challenge(last.gatewayOrderId, act));
  return app.call('GET', `${url.pathname}${url.search}`);
}

/** The notification of an order as the gateway would send it now, with fields changed. */
export function noteOf(
  { gateway }: Pick<TestShop, 'gateway'>,
  orderId: string,
  changed: Fields = {},
): string {
  const trade = gateway.trade(orderId);
  if (!trade) throw new Error(`The gateway knows no ${orderId}.`);
  return formText(noteFields(trade, scriptedShop.shopId, changed));
}

/** Posts a notification. */
export function notify({ app }: Pick<TestShop, 'app'>, raw: string): Promise<Response> {
  return app.call('POST', '/api/payment/gmo/notify/', { raw });
}
