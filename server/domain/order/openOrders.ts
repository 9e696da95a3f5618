import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { lockCart } from '../cart/store.ts';
import { cancelOrder } from './cancel.ts';
import { closeOrder } from './close.ts';
import { kickMoney } from './kick.ts';
import { attemptsOf, lockOrder } from './lock.ts';
import { canCancel, liveAttempt } from './policy.ts';

/** Orders that may still come to money. One that has failed owes nothing and is not among them. */
const open = ['awaiting_guardian', 'confirmed', 'authenticating', 'awaiting_payment'] as const;

function ordersIn(db: Db, userId: number, states: readonly OrderRow['status'][]): Promise<OrderRow[]> {
  const isTheirs = and(eq(orders.userId, userId), inArray(orders.status, [...states]));
  return db.select().from(orders).where(isTheirs).orderBy(asc(orders.id));
}

const offered = 'お支払いが済んでいないご注文があります。退会するには、先にご注文を取り消してください。';
const ending = 'ご注文を取り消しています。1分ほどお待ちいただいてから、もう一度退会の手続きをしてください。';
const checking =
  'ご注文のお支払い状況を確認しています。確認が終わるまで、30分ほどお待ちいただいてから、もう一度お試しください。';

/** Every one of these orders is being called off, and only the gateway's word is waited for. */
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
  due_at: string | null;
  can_cancel: boolean;
};

/** How an open order is told to who wants to leave (`openOrdersSchema`). */
async function told(tx: Tx, order: OrderRow): Promise<OpenOrder> {
  return {
    id: order.id,
    order_no: order.orderNo,
    status: order.status,
    total: order.total,
    due_at: order.dueAt?.toISOString() ?? null,
    can_cancel: canCancel(order, await attemptsOf(tx, order.id)),
  };
}

/**
 * Calls off every open order of somebody who wants to leave, each in a transaction of its own: what the gateway has to be
 * asked for first goes on after it (money.md 4.19). What cannot be called off stays, and keeps the withdrawal back.
 */
export async function cancelOpenOrders(deps: Deps, userId: number): Promise<void> {
  for (const { id } of await ordersIn(deps.db, userId, open)) {
    await transaction(deps.db, async (tx) => {
      await lockCart(tx, userId, deps.clock.now());
      await cancelOrder(tx, deps, await lockOrder(tx, id), '退会');
    }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  kickMoney(deps);
}

/**
 * Lets nobody leave who has ordered and not paid: 409 `orders_open` with what is open, `payment_checking` when none of it
 * can be called off right now; orders that have failed are closed on the way. What is owed back, and a subscription that
 * could not be charged, keep nobody. Takes the locks of the cart and of the orders, which come before the user's: no order
 * comes in while `tx` runs.
 */
export async function assertNothingOpen(tx: Tx, deps: Deps, userId: number): Promise<void> {
  await lockCart(tx, userId, deps.clock.now());
  const found = await ordersIn(tx, userId, open);
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
  for (const { id } of await ordersIn(tx, userId, ['failed'])) {
    const order = await lockOrder(tx, id);
    await closeOrder(tx, deps, order, { status: 'canceled', reason: '退会', mail: null });
  }
}
