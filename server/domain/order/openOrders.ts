import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { lockCart } from '../cart/store.ts';
import { changeSubscription, lockSubscription } from '../subscription/rows.ts';
import { cancelOrder } from './cancel.ts';
import { closeOrder, isOpen } from './close.ts';
import { commandsOf } from './commands.ts';
import { kickMoney } from './kick.ts';
import { attemptsOf, lockOrder } from './lock.ts';
import { canEndForLeaver, isBusy, isCaptured, liveAttempt } from './policy.ts';
import { stopAttempt } from './stop.ts';

/** Orders that may still be paid. A failed order owes nothing and is not one of them. */
const open = ['awaiting_guardian', 'confirmed', 'authenticating', 'awaiting_payment'] as const;

/** How long an order with unknown result blocks a withdrawal (money.md 4.19). */
const blocksMs = 30 * 60_000;
/** Why an order ended whose buyer has left. */
const leftReason = '退会';

function ordersIn(db: Db, userId: number, states: readonly OrderRow['status'][]): Promise<OrderRow[]> {
  const isTheirs = and(eq(orders.userId, userId), inArray(orders.status, [...states]));
  return db.select().from(orders).where(isTheirs).orderBy(asc(orders.id));
}

const offered = 'お支払いが済んでいないご注文があります。退会するには、先にご注文を取り消してください。';
const ending = 'ご注文を取り消しています。1分ほどお待ちいただいてから、もう一度退会の手続きをしてください。';
const checking =
  'ご注文のお支払い状況を確認しています。確認が終わるまで、30分ほどお待ちいただいてから、もう一度お試しください。';

/** Whether each of these orders is being canceled and waits only for the gateway's reply. */
async function areEnding(tx: Tx, found: readonly OrderRow[]): Promise<boolean> {
  for (const { id } of found) {
    const running = liveAttempt(await attemptsOf(tx, id));
    if (running === null || running.fencedAt === null) return false;
  }
  return true;
}

type OpenOrder = {
  id: number;
  order_no: string;
  status: string;
  total: number;
  received: number;
  due_at: string | null;
  can_cancel: boolean;
};

/** An open order, as it is shown to somebody who wants to leave (`openOrdersSchema`). */
async function told(tx: Tx, order: OrderRow): Promise<OpenOrder> {
  const attempts = await attemptsOf(tx, order.id);
  return {
    id: order.id,
    order_no: order.orderNo,
    status: order.status,
    total: order.total,
    received: liveAttempt(attempts)?.received ?? 0,
    due_at: order.dueAt?.toISOString() ?? null,
    can_cancel: canEndForLeaver(order, attempts),
  };
}

/**
 * Cancels every open order of somebody who wants to leave, each in a transaction of its own; where the gateway must be
 * asked first, this goes on afterwards (money.md 4.19). A part of a transfer that came is owed back then. An order that
 * cannot be canceled stays, and blocks the withdrawal.
 */
export async function cancelOpenOrders(deps: Deps, userId: number): Promise<void> {
  for (const { id } of await ordersIn(deps.db, userId, open)) {
    await transaction(deps.db, async (tx) => {
      await lockCart(tx, userId, deps.clock.now());
      await cancelOrder(tx, deps, await lockOrder(tx, id), leftReason, canEndForLeaver);
    }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  kickMoney(deps);
}

/**
 * Since when the end of an order's payment is looked for in vain; `null`: it is known, or was not looked for yet. Money
 * of another sum is looked at by a person, for whom nobody has to wait longer than for a search.
 */
async function unknownSince(tx: Tx, orderId: number): Promise<number | null> {
  const attempts = await attemptsOf(tx, orderId);
  const running = liveAttempt(attempts);
  if (running === null) return attempts.find(isCaptured)?.created.getTime() ?? null;
  const unknown = (await commandsOf(tx, running.id)).filter(({ state }) => state === 'unknown');
  const times = [running.fencedAt, ...unknown.map(({ sentAt }) => sentAt)];
  const known = times.filter((at) => at !== null).map((at) => at.getTime());
  return known.length > 0 ? Math.min(...known) : null;
}

/** The orders that still block; the others have been unknown for too long (`blocksMs`). */
async function blocking(tx: Tx, found: readonly OrderRow[], now: number): Promise<OrderRow[]> {
  const kept: OrderRow[] = [];
  for (const order of found) {
    const since = await unknownSince(tx, order.id);
    if (since === null || now < since + blocksMs) kept.push(order);
  }
  return kept;
}

/**
 * The buyer leaves, and their order stays in the books: nothing more is charged for it, and it ends as soon as the
 * gateway answers. If it was paid all the same, a subscription's money is given back, and other money is the staff's
 * task (`no_user`).
 */
async function leaveBehind(tx: Tx, deps: Deps, id: number): Promise<void> {
  const order = await lockOrder(tx, id);
  const attempts = await attemptsOf(tx, id);
  if (!isOpen(order) || !isBusy(attempts)) return;
  if (order.subscriptionId !== null)
    await changeSubscription(tx, deps, await lockSubscription(tx, order.subscriptionId), { isEnding: true });
  const running = liveAttempt(attempts);
  if (running) await stopAttempt(tx, deps, running, { kind: 'cancel', reason: leftReason });
}

/**
 * Blocks the withdrawal of somebody with unpaid orders: 409 `orders_open` with the open orders, `payment_checking` when
 * none of them can be canceled right now; failed orders are closed on the way. An order whose payment has been unknown
 * for half an hour does not block it any more and is left behind. Money that is owed back, and a subscription that
 * could not be charged, do not block it. Takes the locks of the cart and of the orders, which come before the user's
 * lock: no order can be added while `tx` runs.
 */
export async function assertNothingOpen(tx: Tx, deps: Deps, userId: number): Promise<void> {
  await lockCart(tx, userId, deps.clock.now());
  const all = await ordersIn(tx, userId, open);
  const found = await blocking(tx, all, deps.clock.now());
  if (found.length > 0) {
    const list: OpenOrder[] = [];
    for (const order of found) list.push(await told(tx, order));
    const isOffered = list.some(({ can_cancel }) => can_cancel);
    throw new ApiError(
      409,
      isOffered ? 'orders_open' : 'payment_checking',
      isOffered ? offered : (await areEnding(tx, found)) ? ending : checking,
      { data: { orders: list } },
    );
  }
  for (const { id } of all) await leaveBehind(tx, deps, id);
  for (const { id } of await ordersIn(tx, userId, ['failed'])) {
    const order = await lockOrder(tx, id);
    await closeOrder(tx, deps, order, { status: 'canceled', reason: leftReason, mail: null });
  }
}
