/** Worlds of random orders in which one thing is wrong, for the judge of row 116 of money.md 7 to find. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gte, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { inventories } from '../db/schema/learning.ts';
import { mails } from '../db/schema/mail.ts';
import {
  type Account,
  couponHolds,
  gatewayCommands,
  grants,
  ledgerEntries,
  orderItems,
  orders,
  paymentAttempts,
} from '../db/schema/order.ts';
import { refunds } from '../db/schema/refund.ts';
import { coupons } from '../db/schema/shop.ts';
import { subscriptionPeriods, subscriptions } from '../db/schema/subscription.ts';
import type { ScriptedGateway } from '../gateway/start.ts';
import type { Trade } from '../gateway/world.ts';
import type { World } from './randomWorld.ts';
import { hour } from './shop.ts';

export type Changed = Partial<ScriptedGateway>;
/** Makes one thing wrong in `world`, whose database is a transaction; answers what the gateway says otherwise. */
export type Plant = (tx: Tx, world: World) => Promise<Changed | undefined>;

/** A sale of courses, paid by card in its only attempt, of which nothing was given back. */
export async function paidByCard(tx: Tx, world: World) {
  const given = tx.select({ id: refunds.orderId }).from(refunds);
  const rows = await tx
    .select({ order: orders, attempt: paymentAttempts, item: orderItems, grant: grants })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(
      and(
        gte(orders.created, world.since),
        eq(orders.status, 'paid'),
        eq(paymentAttempts.method, 'card'),
        eq(paymentAttempts.state, 'captured'),
        ne(orderItems.type, 'plan'),
      ),
    )
    .orderBy(asc(orders.id));
  const back = new Set((await given).map(({ id }) => id));
  return rows.find(({ order }) => !back.has(order.id)) ?? null;
}

/** A subscription that runs, with its first paid period. */
async function running(tx: Tx, world: World) {
  const [row] = await tx
    .select({ subscription: subscriptions, period: subscriptionPeriods })
    .from(subscriptions)
    .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.subscriptionId, subscriptions.id))
    .where(
      and(
        gte(subscriptions.created, world.since),
        eq(subscriptions.status, 'active'),
        eq(subscriptionPeriods.state, 'paid'),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** A coupon that an unpaid order has given back. */
async function returned(tx: Tx, world: World) {
  const isReturned = and(eq(couponHolds.couponId, world.couponId), eq(couponHolds.state, 'returned'));
  const [row] = await tx.select().from(couponHolds).where(isReturned).limit(1);
  return row ?? null;
}

/** Somebody's press that became an order, with the offer that was pressed. */
export async function pressed(tx: Tx, world: World) {
  const all = await tx.select().from(orders).where(gte(orders.created, world.since));
  for (const shopper of world.shoppers)
    for (const press of shopper.presses) {
      const order = all.find(({ id, checkoutId }) => id === press.orderId && checkoutId === press.offerId);
      if (order && press.status === 201) return { shopper, order };
    }
  return null;
}

/** What a plant needs of the world, which was made so that it has it. */
export function must<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('the world lacks it');
  return value;
}

/** Posts one event of an order, balanced or not. */
async function book(
  tx: Tx,
  world: World,
  orderId: number,
  lines: Partial<Record<Account, number>>,
): Promise<void> {
  const shared = { txId: randomUUID(), orderId, eventKey: randomUUID(), at: new Date(world.since) };
  const rows = Object.entries(lines).map(([account, amount]) => ({
    ...shared,
    account: account as Account,
    amount,
  }));
  await tx.insert(ledgerEntries).values(rows);
}

/** One more attempt of a paid order, as the gateway would know it. */
async function oneMore(tx: Tx, world: World, change: Partial<Trade>, yen = 0): Promise<Changed> {
  const { attempt } = must(await paidByCard(tx, world));
  const { id: _, ...rest } = attempt;
  const gatewayOrderId = `${attempt.gatewayOrderId}-B`;
  const own = {
    n: 99,
    state: 'refused' as const,
    gatewayOrderId,
    accessHash: null,
    returnRef: gatewayOrderId,
  };
  await tx.insert(paymentAttempts).values({ ...rest, ...own });
  const { gateway } = world.shop;
  const first = must(gateway.trade(attempt.gatewayOrderId));
  return {
    trade: (id) => (id === gatewayOrderId ? { ...first, orderId: id, ...change } : gateway.trade(id)),
    held: (id) => (id === gatewayOrderId ? yen : gateway.held(id)),
  };
}

const of = async (tx: Tx, world: World, lines: Partial<Record<Account, number>>) => {
  await book(tx, world, must(await paidByCard(tx, world)).order.id, lines);
  return undefined;
};

export const plants: Record<string, Plant> = {
  'books and gateway': (tx, world) => of(tx, world, { clearing_card: 5, suspense: -5 }),
  'nothing is left open': (tx, world) => of(tx, world, { receivable: 5, suspense: -5 }),
  sold: (tx, world) => of(tx, world, { sales: -5, suspense: 5 }),
  owed: (tx, world) => of(tx, world, { refund_due: -5, suspense: 5 }),
  'transactions: expected': (tx, world) => of(tx, world, { suspense: 5 }),
  'refunds without an end': async (tx, world) => {
    const { order } = must(await paidByCard(tx, world));
    const at = new Date(world.since);
    await tx.insert(refunds).values({
      ...{ orderId: order.id, seq: 99, key: 'planted', kind: 'duplicate', state: 'requested' },
      ...{ via: 'gateway', amount: 5, lines: [], reason: '', askedBy: 'system', created: at, modified: at },
    });
    await book(tx, world, order.id, { refund_due: -5, suspense: 5 });
    return undefined;
  },
  'charges of cards': async (tx, world) => {
    const { order } = must(await paidByCard(tx, world));
    await book(tx, world, order.id, { clearing_card: 100, suspense: -100 });
    return oneMore(tx, world, {}, 100);
  },
  live: async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    await tx.update(paymentAttempts).set({ state: 'entered' }).where(eq(paymentAttempts.id, attempt.id));
    return undefined;
  },
  'charged after it was given up': async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    await tx.update(paymentAttempts).set({ state: 'extra' }).where(eq(paymentAttempts.id, attempt.id));
    return undefined;
  },
  'was sent more than once': async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    const { gateway } = world.shop;
    const isIt = (call: string, id: string) => call === 'ExecTran' && id === attempt.gatewayOrderId;
    return { heard: (call, id) => gateway.heard(call, id) + (isIt(call, id) ? 1 : 0) };
  },
  'which could be paid': (tx, world) => oneMore(tx, world, {}),
  'behind its fence': async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    const fencedAt = new Date(world.since.getTime() - hour);
    await tx.update(paymentAttempts).set({ fencedAt }).where(eq(paymentAttempts.id, attempt.id));
    return undefined;
  },
  given: async (tx, world) => {
    await tx.delete(grants).where(eq(grants.id, must(await paidByCard(tx, world)).grant.id));
    return undefined;
  },
  'refunded of': async (tx, world) => {
    const { item } = must(await paidByCard(tx, world));
    await tx.update(orderItems).set({ refunded: 1 }).where(eq(orderItems.id, item.id));
    return undefined;
  },
  ended: async (tx, world) => {
    const { grant } = must(await paidByCard(tx, world));
    await tx.update(grants).set({ ended: world.since }).where(eq(grants.id, grant.id));
    return undefined;
  },
  'in the library': async (tx, world) => {
    const { grant } = must(await paidByCard(tx, world));
    await tx.delete(inventories).where(inArray(inventories.id, grant.inventories));
    return undefined;
  },
  'can be watched': async (tx, world) => {
    const { grant } = must(await paidByCard(tx, world));
    const past = { expireAt: world.since };
    await tx.update(inventories).set(past).where(inArray(inventories.id, grant.inventories));
    return undefined;
  },
  'commands without an end': async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    const ofAttempt = eq(gatewayCommands.attemptId, attempt.id);
    await tx.update(gatewayCommands).set({ state: 'unknown' }).where(ofAttempt);
    return undefined;
  },
  'commands of cards without an end': async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    const [command] = await tx
      .select()
      .from(gatewayCommands)
      .where(eq(gatewayCommands.attemptId, attempt.id))
      .limit(1);
    const { id: _, ...rest } = must(command);
    await tx.insert(gatewayCommands).values({ ...rest, attemptId: null, n: 99, state: 'ready' });
    return undefined;
  },
  period: async (tx, world) => {
    const { period } = must(await running(tx, world));
    await tx
      .update(subscriptionPeriods)
      .set({ state: 'skipped' })
      .where(eq(subscriptionPeriods.id, period.id));
    return undefined;
  },
  items: async (tx, world) => {
    const { subscription } = must(await running(tx, world));
    const [row] = await tx.select().from(inventories).where(ofPlan(subscription)).limit(1);
    const { id: _, ...rest } = must(row);
    await tx.insert(inventories).values(rest);
    return undefined;
  },
  open: async (tx, world) => {
    const { subscription } = must(await running(tx, world));
    await tx.update(inventories).set({ expireAt: world.since }).where(ofPlan(subscription));
    return undefined;
  },
  'one mail for each paid order': async (tx, world) => {
    const isTold = and(eq(mails.kind, 'order-paid'), gte(mails.created, world.since));
    const [row] = await tx.select().from(mails).where(isTold).limit(1);
    await tx.delete(mails).where(eq(mails.id, must(row).id));
    return undefined;
  },
  coupons: async (tx, world) => {
    const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, world.couponId));
    const remaining = must(coupon?.remaining) - 1;
    await tx.update(coupons).set({ remaining }).where(eq(coupons.id, world.couponId));
    return undefined;
  },
  'coupons held for ever': async (tx, world) => {
    const hold = must(await returned(tx, world));
    const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, world.couponId));
    const remaining = must(coupon?.remaining) - 1;
    await tx.update(coupons).set({ remaining }).where(eq(coupons.id, world.couponId));
    await tx.update(couponHolds).set({ state: 'reserved' }).where(eq(couponHolds.id, hold.id));
    return undefined;
  },
  'coupons used by unpaid orders': async (tx, world) => {
    const hold = must(await returned(tx, world));
    await tx.update(couponHolds).set({ state: 'used' }).where(eq(couponHolds.id, hold.id));
    return undefined;
  },
  'all that the gateway holds': async (_, world) => {
    const { sums, trades } = world.shop.gateway.books();
    return { books: () => ({ trades, sums: { ...sums, total: sums.total + 1 } }) };
  },
  'books: expected': async (tx, world) => {
    const { attempt } = must(await paidByCard(tx, world));
    const received = attempt.received + 1;
    await tx.update(paymentAttempts).set({ received }).where(eq(paymentAttempts.id, attempt.id));
    return undefined;
  },
};

const ofPlan = ({ userId, planId }: { userId: number | null; planId: number }) =>
  and(eq(inventories.userId, userId ?? 0), eq(inventories.productId, `plan-${planId}`));
