import type { PGlite } from '@electric-sql/pglite';
import { and, eq, gte, inArray, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../tests/seededRandom.ts';
import { createApp } from './app.ts';
import type { Tx } from './db/client.ts';
import { packs } from './db/schema/catalog.ts';
import { inventories } from './db/schema/learning.ts';
import { mails } from './db/schema/mail.ts';
import {
  couponHolds,
  gatewayCommands,
  grants,
  type OrderRow,
  orderItems,
  orders,
  paymentAttempts,
} from './db/schema/order.ts';
import { coupons } from './db/schema/shop.ts';
import type { Deps } from './deps.ts';
import { holdCoupon } from './domain/coupon/holds.ts';
import { lockAttempts, startAttempt } from './domain/order/attempts.ts';
import { cancelOrder } from './domain/order/cancel.ts';
import { matchParked } from './domain/order/hints.ts';
import { balanceOf } from './domain/order/ledger.ts';
import { lockOrder } from './domain/order/lock.ts';
import { compareBooks, runNight } from './domain/order/nightly.ts';
import { canRetry, isLive } from './domain/order/policy.ts';
import { stopAttempt } from './domain/order/stop.ts';
import type { Outcome } from './gateway/testCards.ts';
import { openTestShop, type TestShop } from './testing/buyer.ts';
import { storeCourse } from './testing/catalog.ts';
import { type Mortal, mortal } from './testing/mortal.ts';
import { day, hour, minute, noteOf, runDue, storeOrder, type Wished, wishFor } from './testing/shop.ts';
import { workerDb } from './testing/testDb.ts';

/** Orders in all (80 in a usual run, 800 in the long one: one costs half a second), and how many live at the same time. */
const ordersInAll = Math.round(Number(process.env.PROPERTY_CASES ?? 200) * 0.4);
const together = 8;
/** Acts of buyers, of the gateway and of the clock in one case. */
const acts = 30;

let shop: TestShop;
let client: PGlite;
let courseId = 0;

beforeAll(async () => {
  shop = await openTestShop();
  const opened = await workerDb();
  if (!('client' in opened)) throw new Error('this test dies over the embedded database alone');
  client = opened.client as PGlite;
  courseId = (await storeCourse(shop.app.deps)).id;
});
afterAll(() => shop.gateway.stop());

/** One seed's world: its dice, its process, its orders. */
type World = { random: () => number; process: Mortal; orders: OrderRow[]; couponId: number };

const pick = <Thing>(random: () => number, things: readonly Thing[]): Thing =>
  things[Math.floor(random() * things.length)] as Thing;

const cards: Outcome[] = [
  'challenge',
  'challenge',
  'frictionless',
  'frictionless',
  'G02',
  'late_G02',
  'tds_n',
  'line',
];
const randomWish = (random: () => number): Wished =>
  pick<() => Wished>(random, [
    () => ({ method: 'card', card: pick(random, cards) }),
    () => ({ method: 'card', card: pick(random, cards) }),
    () => ({ method: 'cvs' }),
    () => ({ method: 'bank' }),
  ])();

const issued = 5;
async function storeCoupon(): Promise<number> {
  const now = new Date(shop.app.clock.now());
  const [pack] = await shop.app.db.select().from(packs).limit(1);
  const [row] = await shop.app.db
    .insert(coupons)
    .values({
      key: `coupon-${now.getTime()}`,
      pack: pack?.key ?? '',
      code: `C${now.getTime()}`,
      name: 'クーポン',
      description: '',
      discountType: 'amount',
      discountValue: 100,
      issued,
      remaining: issued,
      modified: now,
    })
    .returning();
  return row?.id ?? 0;
}

async function newWorld(seed: number): Promise<World> {
  const random = seededRandom(seed);
  const couponId = await storeCoupon();
  const made: OrderRow[] = [];
  for (let turn = 0; turn < together; turn += 1) {
    const order = await storeOrder(shop.app, { total: 200 + Math.floor(random() * 20_000), courseId });
    const wish = wishFor(shop.gateway, randomWish(random));
    await shop.app.db.transaction(async (tx) => {
      const userId = order.userId ?? 0;
      if (random() < 0.5) await holdCoupon(tx as Tx, { couponId, orderId: order.id, userId });
      await startAttempt(tx as Tx, shop.app.deps, await lockOrder(tx as Tx, order.id), wish);
    });
    made.push(order);
  }
  return { random, process: mortal(shop.app.deps, client, random), orders: made, couponId };
}

/** Runs something in the process that may die, and starts it again when it did. */
async function live({ process }: World, run: (deps: Deps) => Promise<unknown>): Promise<void> {
  try {
    await run(process.deps);
  } catch (error) {
    // Refusals to the buyer, and what dying does, are no failure of the case.
    if (!process.isDead() && (error as Error).name !== 'ApiError') throw error;
  }
  process.revive();
}

const attemptsOf = (order: OrderRow) =>
  shop.app.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id))
    .orderBy(paymentAttempts.n);

/** The trade of the order's attempt that is asked for, if the gateway knows it. */
async function tradeOf(world: World) {
  const order = pick(world.random, world.orders);
  const attempt = pick(world.random, await attemptsOf(order));
  const trade = attempt ? shop.gateway.trade(attempt.gatewayOrderId) : null;
  return { order, attempt, trade };
}

/** What people and the gateway do; each may come at any moment, also when it makes no sense. */
const deeds: ((world: World) => Promise<void>)[] = [
  // The buyer ends the challenge, and comes back, once, twice or not at all.
  async (world) => {
    const { attempt, trade } = await tradeOf(world);
    if (!attempt || !trade?.challenge) return;
    shop.gateway.challenge(trade.orderId, world.random() < 0.8 ? 'pass' : 'fail');
    for (let turn = Math.floor(world.random() * 3); turn > 0; turn -= 1)
      await live(world, async (deps) =>
        createApp(deps).request(`/api/payment/gmo/return/${attempt.returnRef}/`, { method: 'POST' }),
      );
  },
  // Money at a till, in time or not.
  async (world) => {
    const { trade } = await tradeOf(world);
    if (trade?.cvs) quietly(() => shop.gateway.payAtTill(trade.orderId, { isForced: world.random() < 0.3 }));
  },
  // A transfer: too little, right, too much.
  async (world) => {
    const { trade } = await tradeOf(world);
    if (!trade?.bank) return;
    const amount = Math.max(1, trade.amount - 500 + Math.floor(world.random() * 1000));
    quietly(() =>
      shop.gateway.deposit(trade.orderId, { amount: pick(world.random, [amount, trade.amount, 100]) }),
    );
  },
  // The gateway tells, perhaps what was true before.
  async (world) => {
    const { trade } = await tradeOf(world);
    if (!trade) return;
    const body = noteOf(shop, trade.orderId, world.random() < 0.2 ? { Status: 'PAYSUCCESS' } : {});
    await live(world, async (deps) =>
      createApp(deps).request('/api/payment/gmo/notify/', { method: 'POST', body }),
    );
  },
  // The buyer calls it off.
  async (world) => {
    if (world.random() < 0.5) return;
    const order = pick(world.random, world.orders);
    await live(world, (deps) =>
      deps.db.transaction(async (tx) => cancelOrder(tx, deps, await lockOrder(tx, order.id), '')),
    );
  },
  // The buyer tries again, or in another way.
  async (world) => {
    const { id } = pick(world.random, world.orders);
    const wish = wishFor(shop.gateway, randomWish(world.random));
    await live(world, (deps) =>
      deps.db.transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        const attempts = await lockAttempts(tx, id);
        if (!canRetry(order, attempts)) return;
        const running = attempts.find(isLive);
        if (running) await stopAttempt(tx, deps, running, { kind: 'retry', wish });
        else await startAttempt(tx, deps, order, wish);
      }),
    );
  },
  // Time, and two processes at once.
  async (world) => {
    shop.app.clock.advance(pick(world.random, [5000, 40_000, 2 * minute, 4 * minute, 11 * minute, hour]));
    await live(world, (deps) => Promise.all([runDue(deps), runDue(deps)]));
  },
  async (world) => {
    if (world.random() < 0.15) shop.app.clock.advance(pick(world.random, [day, 4 * day]));
    await live(world, runDue);
  },
];

/** A till or a counter that refuses is no matter. */
function quietly(act: () => unknown): void {
  try {
    act();
  } catch {
    // The page of the till says why.
  }
}

/** Everything ends: the faults stop, nobody dies any more, and all clocks run out. */
async function rest({ process }: World): Promise<void> {
  process.danger(0);
  process.revive();
  shop.gateway.faults([]);
  const { deps } = shop.app;
  const steps = [
    ...Array<number>(10).fill(4 * minute),
    ...Array<number>(4).fill(hour),
    ...Array<number>(14).fill(day),
  ];
  for (const step of steps) {
    shop.app.clock.advance(step);
    await runDue(deps);
    await runNight(deps);
  }
  await matchParked(deps);
  // Whatever was never told: the night looks at yesterday's only, a person at the rest.
  const all = { nextCheckAt: new Date(shop.app.clock.now()) };
  await shop.app.db.update(paymentAttempts).set(all).where(sql`${paymentAttempts.access} is not null`);
  await runDue(deps);
}

/** What has to be true of one order, whatever happened (row 116). */
async function judge(order: OrderRow): Promise<boolean> {
  const { db } = shop.app;
  const [now] = await db.select().from(orders).where(eq(orders.id, order.id));
  const attempts = await attemptsOf(order);
  const held = attempts.map(({ gatewayOrderId }) =>
    shop.gateway.trade(gatewayOrderId) ? shop.gateway.held(gatewayOrderId) : 0,
  );
  const balance = await balanceOf(db, order.id);
  const booked = balance.clearing_card + balance.clearing_cvs + balance.clearing_bank;
  const about = `order ${order.id} ${now?.status} ${attempts.map(({ method, state }) => `${method} ${state}`).join(', ')}`;
  expect(booked, `${about}: books and gateway`).toBe(held.reduce((sum, yen) => sum + yen, 0));
  const isPaid = now?.status === 'paid';
  expect(balance.receivable, `${about}: nothing is left open`).toBe(0);
  expect(0 - balance.sales, `${about}: sold`).toBe(isPaid ? order.total : 0);
  expect(booked + balance.refund_due + balance.suspense, `${about}: kept`).toBe(isPaid ? order.total : 0);
  const chargedCards = attempts.filter(({ method }, i) => method === 'card' && (held[i] ?? 0) > 0);
  expect(chargedCards.length, `${about}: charges of cards`).toBeLessThanOrEqual(isPaid ? 1 : 0);
  expect(attempts.filter(isLive), `${about}: live`).toEqual([]);
  const given = await db
    .select({ inventories: grants.inventories })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .where(eq(orderItems.orderId, order.id));
  expect(
    given.map((grant) => grant.inventories.length),
    `${about}: given`,
  ).toEqual(isPaid ? [1] : []);
  const owned = await db
    .select()
    .from(inventories)
    .where(eq(inventories.userId, order.userId ?? 0));
  expect(owned.length, `${about}: in the library`).toBe(isPaid ? 1 : 0);
  const open = await db
    .select({ kind: gatewayCommands.kind, state: gatewayCommands.state })
    .from(gatewayCommands)
    .where(
      and(
        inArray(
          gatewayCommands.attemptId,
          attempts.map(({ id }) => id),
        ),
        inArray(gatewayCommands.state, ['ready', 'sent', 'unknown']),
      ),
    );
  expect(open, `${about}: commands without an end`).toEqual([]);
  return isPaid;
}

async function judgeAll(world: World, since: Date): Promise<void> {
  const { db, deps } = shop.app;
  let paid = 0;
  for (const order of world.orders) if (await judge(order)) paid += 1;
  const told = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(like(mails.kind, 'order-paid'), gte(mails.created, since)));
  expect(told.length, 'one mail for each paid order').toBe(paid);
  const holds = await db.select().from(couponHolds).where(eq(couponHolds.couponId, world.couponId));
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, world.couponId));
  const taken = holds.filter(({ state }) => state !== 'returned').length;
  expect((coupon?.remaining ?? 0) + taken, 'coupons').toBe(issued);
  expect(
    holds.filter(({ state }) => state === 'reserved'),
    'coupons held for ever',
  ).toEqual([]);
  expect([...(await compareBooks(deps, since)).entries()], 'books').toEqual([]);
}

/** One case: orders, faults, deaths and acts by the dice of a seed; then rest, and judgement. */
async function tryCase(seed: number): Promise<void> {
  const since = new Date(shop.app.clock.now());
  shop.gateway.faults([]);
  const world = await newWorld(seed);
  const lag = Math.floor(world.random() * 3);
  shop.gateway.faults({
    seed,
    rate: pick(world.random, [0, 0.1, 0.3]),
    rules: lag > 0 ? [{ fault: `search_lag:${lag}` }] : [],
  });
  world.process.danger(pick(world.random, [0, 0.005, 0.02]));
  for (let turn = 0; turn < acts; turn += 1) await pick(world.random, deeds)(world);
  await rest(world);
  await judgeAll(world, since);
}

describe('money', () => {
  it('row 116: whatever fails, dies, comes twice or late: nobody is charged twice, whoever paid has it', async () => {
    for (let seed = 1; seed * together <= ordersInAll + together - 1; seed += 1) {
      try {
        await tryCase(seed);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`seed ${seed}: ${reason}`, { cause: error });
      }
    }
  }, 1_800_000);
});
