/** What ends by the clock alone (money.md 4.2, 4.8, 4.9, 4.11, 4.20). Small batches; safe in several processes. */
import { and, eq, inArray, lt, lte, ne, or } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { gatewayEvents, orders, paymentAttempts } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { sweepCheckouts } from '../checkout/store.ts';
import { lockAttempt, lockAttempts } from './attempts.ts';
import { closeOrder } from './close.ts';
import { commandsOf } from './commands.ts';
import { lockOrder } from './lock.ts';
import { slipOver } from './over.ts';
import { isLive } from './policy.ts';
import { slipLastEnd } from './seen.ts';

const day = 86_400_000;
const batch = 50;
/** How long a failed order keeps its price and its coupon for another try. */
export const retryMs = 60 * 60_000;
/** Days that notifications are kept (money.md 2). */
const keptDays = 400;

/** Slips that should have ended a day ago, but nobody can say whether they have. */
async function endSlips(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const isOld = and(eq(paymentAttempts.state, 'slip'), lte(paymentAttempts.dueAt, new Date(now - day)));
  const found = await deps.db.select().from(paymentAttempts).where(isOld).limit(batch);
  for (const { id, orderId } of found.filter((attempt) => slipLastEnd(attempt) <= now)) {
    await transaction(deps.db, (tx) => endSlip(tx, deps, orderId, id));
  }
}

async function endSlip(tx: Tx, deps: Deps, orderId: number, id: number): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const attempt = await lockAttempt(tx, id);
  const isBusy = (await commandsOf(tx, id)).some(({ state }) => state === 'sent');
  if (attempt.state !== 'slip' || isBusy || slipLastEnd(attempt) > deps.clock.now()) return;
  // Nobody may start another payment of this order now: it ends, whatever the buyer had asked for.
  await slipOver(tx, deps, order, { ...attempt, secret: null }, 'expired');
}

/**
 * Orders that nobody tried to pay again, orders to which no guardian has agreed, and orders that nobody paid after
 * that.
 */
function abandoned(db: Db, now: number) {
  const isLeft = or(
    // A renewal is tried again on its days (money.md 4.15).
    and(
      eq(orders.status, 'failed'),
      ne(orders.kind, 'renewal'),
      lte(orders.modified, new Date(now - retryMs)),
    ),
    // A confirmed order has a time only while it waits for its first attempt after a guardian's consent.
    and(inArray(orders.status, ['awaiting_guardian', 'confirmed']), lte(orders.dueAt, new Date(now))),
  );
  return db.select({ id: orders.id, status: orders.status }).from(orders).where(isLeft).limit(batch);
}

async function endAbandoned(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const { id, status } of await abandoned(deps.db, now)) {
    await transaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, id);
      const attempts = await lockAttempts(tx, id);
      if (order.status !== status || attempts.some(isLive)) return;
      if (status === 'failed' && order.modified.getTime() > now - retryMs) return;
      const isFailed = status === 'failed';
      await closeOrder(tx, deps, order, {
        status: isFailed ? 'canceled' : 'expired',
        reason: isFailed ? 'abandoned' : status === 'confirmed' ? 'due' : 'guardian',
        // A buyer who gave up was already told that nothing was charged.
        mail: isFailed ? null : 'expired',
      });
    });
  }
}

/** Ends what is over now. */
export async function expireDue(deps: Deps): Promise<void> {
  await endSlips(deps);
  await endAbandoned(deps);
  await sweepCheckouts(deps);
}

/** Deletes notifications that are too old to prove anything. */
export async function sweepEvents({ db, clock }: Deps): Promise<void> {
  await db.delete(gatewayEvents).where(lt(gatewayEvents.received, new Date(clock.now() - keptDays * day)));
}
