/** What must be true in a random world once nothing runs any more, whatever happened (rows 116, 119 of money.md 7). */
import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Db, queryRows } from '../db/client.ts';
import { inventories } from '../db/schema/learning.ts';
import { mails } from '../db/schema/mail.ts';
import {
  type AttemptRow,
  couponHolds,
  gatewayCommands,
  grants,
  ledgerEntries,
  type OrderRow,
  orderItems,
  paymentAttempts,
} from '../db/schema/order.ts';
import { type RefundRow, refunds } from '../db/schema/refund.ts';
import { coupons } from '../db/schema/shop.ts';
import { cards, subscriptionPeriods, subscriptions } from '../db/schema/subscription.ts';
import type { chargingKinds } from '../domain/order/commands.ts';
import { matchParked } from '../domain/order/hints.ts';
import { type Balance, balanceOf, balanceOfLines } from '../domain/order/ledger.ts';
import { compareBooks, runNight } from '../domain/order/nightly.ts';
import { isLive, isSettled } from '../domain/order/policy.ts';
import type { Trade } from '../gateway/world.ts';
import { judgeBuyers } from './randomBuyers.ts';
import { returnDiffering } from './randomDeeds.ts';
import { judgeMails } from './randomMails.ts';
import { attemptsOf, issued, ordersOf, type World, work } from './randomWorld.ts';
import { day, hour, minute } from './shop.ts';

/** Ends everything: the faults stop, nobody dies any more, the staff has looked, and all clocks run out. */
export async function rest(world: World): Promise<void> {
  const { process, shop, since, deps } = world;
  process.danger(0);
  process.revive();
  shop.gateway.faults([]);
  const pass = async (steps: readonly number[]) => {
    for (const step of steps) {
      shop.app.clock.advance(step);
      await work(deps);
      await runNight(deps);
    }
  };
  await pass([...Array<number>(10).fill(4 * minute), ...Array<number>(4).fill(hour)]);
  await returnDiffering(world);
  await pass(Array<number>(14).fill(day));
  await matchParked(deps);
  // Searches for everything whose result was never reported: the night looks only at yesterday's attempts, a person at
  // the rest.
  const all = { nextCheckAt: new Date(shop.app.clock.now()) };
  await shop.app.db
    .update(paymentAttempts)
    .set(all)
    .where(and(isNotNull(paymentAttempts.access), gte(paymentAttempts.created, since)));
  await work(deps);
}

type Facts = { order: OrderRow; attempts: AttemptRow[]; given: RefundRow[]; balance: Balance; about: string };

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, yen) => sum + yen, 0);
const isDecided = ({ state, kind }: RefundRow) => state !== 'proposed' && kind !== 'duplicate';

/** The books agree with the gateway's, every yen that is owed back has a refund, and at most one charge stays. */
function judgeMoney({ shop }: World, { order, attempts, given, balance, about }: Facts): void {
  const held = attempts.map(({ gatewayOrderId }) =>
    shop.gateway.trade(gatewayOrderId) ? shop.gateway.held(gatewayOrderId) : 0,
  );
  const booked = balance.clearing_card + balance.clearing_cvs + balance.clearing_bank;
  expect(booked, `${about}: books and gateway`).toBe(sumOf(held));
  expect(balance.receivable, `${about}: nothing is left open`).toBe(0);
  const back = sumOf(given.filter(isDecided).map(({ amount }) => amount));
  expect(0 - balance.sales, `${about}: sold`).toBe(isSettled(order.status) ? order.total - back : 0);
  const open = given.filter(({ state }) => state !== 'done' && state !== 'proposed');
  expect(0 - balance.refund_due, `${about}: owed`).toBe(sumOf(open.map(({ amount }) => amount)));
  expect(
    open.filter(({ state }) => state === 'requested'),
    `${about}: refunds without an end`,
  ).toEqual([]);
  // What could not go back to its card goes back by a transfer.
  const byTransfer = new Set(given.flatMap(({ via, attemptId }) => (via === 'transfer' ? [attemptId] : [])));
  const kept = attempts.filter(({ id }, i) => (held[i] ?? 0) > 0 && !byTransfer.has(id));
  const charged = kept.filter(({ method }) => method === 'card');
  expect(charged.length, `${about}: charges of cards`).toBeLessThanOrEqual(balance.sales < 0 ? 1 : 0);
  expect(attempts.filter(isLive), `${about}: live`).toEqual([]);
  // Only a command of ours charges a card: if an attempt was given up before that was certain, its charge would come
  // late (R4).
  const late = attempts.filter(({ method, state }) => method === 'card' && state === 'extra');
  expect(late, `${about}: charged after it was given up`).toEqual([]);
}

/** The gateway's calls for each kind of command that charges or issues. */
const callsOf = {
  entry: ['EntryTran', 'EntryTranCvs', 'EntryTranGANB'],
  exec: ['ExecTran'],
  finish: ['SecureTran2'],
  issue_cvs: ['ExecTranCvs'],
  issue_bank: ['ExecTranGANB'],
} as const satisfies Record<(typeof chargingKinds)[number], readonly string[]>;

/** R2: a command that may have reached the gateway is never sent again, for attempts and for checks of cards. */
function judgeSending({ shop }: World, gatewayOrderIds: readonly string[], about: string): void {
  for (const id of gatewayOrderIds)
    for (const [kind, calls] of Object.entries(callsOf)) {
      const heard = sumOf(calls.map((call) => shop.gateway.heard(call, id)));
      expect(heard, `${about}: ${kind} of ${id} was sent more than once`).toBeLessThanOrEqual(1);
    }
}

/**
 * From when a transaction can bring no more money, according to the gateway; `null`: it never could, `Infinity`: it
 * still can.
 */
function deadFrom(trade: Trade): number | null {
  const at = (what: string) => trade.history.find((one) => one.what === what)?.at;
  if (trade.payType === '0') return at('captured') === undefined ? null : Number.POSITIVE_INFINITY;
  if (at('issued') === undefined) return null;
  const dueAt = trade.cvs?.dueAt ?? trade.bank?.dueAt ?? Number.POSITIVE_INFINITY;
  return Math.min(at('cancelled') ?? dueAt, at('stopped') ?? dueAt, at('expired') ?? dueAt, dueAt);
}

/** R4: when an attempt was entered, no earlier one of its order could bring money any more. */
function judgeOrderOfAttempts({ shop }: World, { attempts, about }: Facts): void {
  const trades = attempts.flatMap(({ gatewayOrderId }) => shop.gateway.trade(gatewayOrderId) ?? []);
  for (const [i, later] of trades.entries())
    for (const earlier of trades.slice(0, i))
      expect(
        deadFrom(earlier) ?? 0,
        `${about}: ${later.orderId} began beside ${earlier.orderId}, which could be paid`,
      ).toBeLessThanOrEqual(later.enteredAt);
}

/**
 * The fence: once it stands, no command of ours charges or issues any more, by the gateway's own clock. Slips are paid
 * by people, whenever they like.
 */
function judgeFences({ shop }: World, { attempts, about }: Facts): void {
  for (const { gatewayOrderId, method, fencedAt } of attempts) {
    if (fencedAt === null) continue;
    const what = method === 'card' ? 'captured' : 'issued';
    const done = shop.gateway.trade(gatewayOrderId)?.history.find((one) => one.what === what);
    expect(done?.at ?? 0, `${about}: ${gatewayOrderId} ${what} behind its fence`).toBeLessThanOrEqual(
      fencedAt.getTime(),
    );
  }
}

/** Each thing was given once if it was paid, and its access runs unless it was given back. */
async function judgeGrants({ shop }: World, { order, given, about }: Facts): Promise<void> {
  const { db, clock } = shop.app;
  const rows = await db
    .select({ item: orderItems, grant: grants })
    .from(orderItems)
    .leftJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, order.id));
  const isPaid = isSettled(order.status);
  expect(
    rows.map(({ grant }) => grant !== null),
    `${about}: given`,
  ).toEqual(rows.map(() => isPaid));
  const lines = given.filter(isDecided).flatMap((one) => one.lines);
  for (const { item, grant } of rows) {
    const own = lines.filter((line) => line.item === item.id);
    const isOver = own.some(({ ends }) => ends);
    expect(item.refunded, `${about}: refunded of ${item.id}`).toBe(sumOf(own.map(({ amount }) => amount)));
    if (grant === null || item.type === 'plan') continue;
    expect(grant.ended !== null, `${about}: ended`).toBe(isOver);
    const library = await db
      .select()
      .from(inventories)
      .where(inArray(inventories.id, [...grant.inventories, 0]));
    expect(library.length, `${about}: in the library`).toBe(item.courses.length);
    for (const { expireAt } of library)
      expect((expireAt?.getTime() ?? 0) > clock.now(), `${about}: can be watched`).toBe(!isOver);
  }
}

async function judgeCommands({ shop }: World, { attempts, about }: Facts): Promise<void> {
  const isOpen = and(
    inArray(gatewayCommands.attemptId, [...attempts.map(({ id }) => id), 0]),
    inArray(gatewayCommands.state, ['ready', 'sent', 'unknown']),
  );
  const open = await shop.app.db
    .select({ kind: gatewayCommands.kind, state: gatewayCommands.state })
    .from(gatewayCommands)
    .where(isOpen);
  expect(open, `${about}: commands without an end`).toEqual([]);
}

/**
 * A period is paid exactly when its order is, and the courses of a plan are open while it runs (money.md 4.15, 4.16).
 */
async function judgePlans(
  { shop, since, subscribers }: World,
  sold: ReadonlyMap<number, number>,
): Promise<void> {
  const { db, clock } = shop.app;
  const own = and(
    gte(subscriptions.created, since),
    inArray(subscriptions.userId, [...subscribers.map(({ id }) => id), 0]),
  );
  for (const { id, status, userId, planId, cancelAtEnd } of await db
    .select()
    .from(subscriptions)
    .where(own)) {
    const about = `subscription ${id} ${status}${cancelAtEnd ? ' ending' : ''}`;
    const periods = await db
      .select()
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.subscriptionId, id))
      .orderBy(asc(subscriptionPeriods.n));
    for (const { state, orderId, dueOn } of periods) {
      const yen = orderId === null ? 0 : (sold.get(orderId) ?? 0);
      expect(yen > 0, `${about}: period ${dueOn} ${state}`).toBe(state === 'paid');
    }
    const library = await db
      .select()
      .from(inventories)
      .where(and(eq(inventories.userId, userId ?? 0), eq(inventories.productId, `plan-${planId}`)));
    expect(library.length, `${about}: items`).toBeLessThanOrEqual(1);
    const isOpen = library.some(({ expireAt }) => expireAt === null || expireAt.getTime() > clock.now());
    const runs = ['trialing', 'active', 'past_due'].includes(status);
    if (status !== 'starting') expect(isOpen, `${about}: open`).toBe(runs);
    else expect(isOpen, `${about}: open`).toBe(false);
  }
}

/**
 * The books of one order, added up line by line from zero (row 119). Throws when the lines of a transaction do not add
 * up to zero.
 */
export async function replay(db: Db, orderId: number): Promise<Balance> {
  const lines = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .orderBy(asc(ledgerEntries.id));
  const sums = new Map<string, number>();
  for (const { txId, amount } of lines) sums.set(txId, (sums.get(txId) ?? 0) + amount);
  expect(
    [...sums.values()].filter((sum) => sum !== 0),
    `order ${orderId}: transactions`,
  ).toEqual([]);
  return balanceOfLines(lines);
}

async function judgeOrder(world: World, order: OrderRow): Promise<number> {
  const { db } = world.shop.app;
  const attempts = await attemptsOf(world, order.id);
  const tries = attempts.map(({ method, state }) => `${method} ${state}`).join(', ');
  const facts: Facts = {
    order,
    attempts,
    given: await db.select().from(refunds).where(eq(refunds.orderId, order.id)),
    balance: await balanceOf(db, order.id),
    about: `order ${order.id} ${order.kind} ${order.status} ${tries}`,
  };
  expect(await replay(db, order.id), `${facts.about}: row 119, read anew`).toEqual(facts.balance);
  judgeMoney(world, facts);
  judgeOrderOfAttempts(world, facts);
  judgeFences(world, facts);
  judgeSending(
    world,
    attempts.map(({ gatewayOrderId }) => gatewayOrderId),
    facts.about,
  );
  await judgeGrants(world, facts);
  await judgeCommands(world, facts);
  return -facts.balance.sales;
}

/** Checks everything in a world in which nothing runs any more. */
export async function judge(world: World): Promise<void> {
  const { shop, since, couponId } = world;
  const { db, deps } = shop.app;
  const all = await ordersOf(world);
  const sold = new Map<number, number>();
  for (const order of all) sold.set(order.id, await judgeOrder(world, order));
  const paid = all.filter(({ status, subscriptionId }) => isSettled(status) && subscriptionId === null);
  const isTold = and(eq(mails.kind, 'order-paid'), gte(mails.created, since));
  const told = await db.select({ id: mails.id }).from(mails).where(isTold);
  expect(told.length, 'one mail for each paid order').toBe(paid.length);
  await judgePlans(world, sold);
  await judgeBuyers(world, all);
  await judgeMails(world, all);
  const checked = await db.select({ id: cards.gatewayOrderId }).from(cards).where(gte(cards.created, since));
  judgeSending(
    world,
    checked.map(({ id }) => id),
    'checks of cards',
  );
  const holds = await db.select().from(couponHolds).where(eq(couponHolds.couponId, couponId));
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId));
  const taken = holds.filter(({ state }) => state !== 'returned').length;
  expect((coupon?.remaining ?? 0) + taken, 'coupons').toBe(issued);
  expect(
    holds.filter(({ state }) => state === 'reserved'),
    'coupons held for ever',
  ).toEqual([]);
  const [row] = await queryRows<{ yen: number }>(
    db,
    sql`select coalesce(sum(amount), 0)::int as yen from ledger_entries where account like 'clearing%'`,
  );
  expect(row?.yen, 'all that the gateway holds').toBe(shop.gateway.books().sums.total);
  const lost = await db
    .select({
      kind: gatewayCommands.kind,
      state: gatewayCommands.state,
      card: cards.state,
      isUnknown: cards.isUnknown,
      next: cards.nextCheckAt,
    })
    .from(gatewayCommands)
    .leftJoin(cards, eq(cards.id, gatewayCommands.cardId))
    .where(
      and(isNull(gatewayCommands.attemptId), inArray(gatewayCommands.state, ['ready', 'sent', 'unknown'])),
    );
  expect(lost, 'commands of cards without an end').toEqual([]);
  expect([...(await compareBooks(deps, since)).entries()], 'books').toEqual([]);
}
