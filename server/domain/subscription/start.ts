/** How a subscription begins (money.md 4.14): with its first order, in the same transaction. */
import type { Tx } from '../../db/client.ts';
import type { PlanTerms, Snapshot } from '../../db/schema/shop.ts';
import { type SubscriptionRow, subscriptions } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { anchorDay } from '../money/renewalDates.ts';
import { closeOrder } from '../order/close.ts';
import { attemptsOf, lockOrder } from '../order/lock.ts';
import { liveAttempt } from '../order/policy.ts';
import { checkingElsewhere } from '../order/twins.ts';
import { lockSubscription, openOrderOf, runningOf } from './rows.ts';

/** A first attempt that brought no money is replaced by the next one; one that is under way is not. */
async function makeRoom(tx: Tx, deps: Deps, userId: number, family: string): Promise<void> {
  const running = await runningOf(tx, userId, family);
  if (running?.status !== 'starting') return;
  await lockSubscription(tx, running.id);
  const open = await openOrderOf(tx, running.id);
  if (!open) return;
  const order = await lockOrder(tx, open.id);
  if (order.status !== 'failed' || liveAttempt(await attemptsOf(tx, order.id)) !== null)
    throw checkingElsewhere(order.id);
  await closeOrder(tx, deps, order, { status: 'canceled', reason: 'anew', mail: null });
}

/**
 * Stores a subscription that begins when its first order is paid, or the card of its trial is kept. `null`: this person
 * already has a subscription of the family. The caller holds the locks of cart and checkout.
 */
export async function startSubscription(
  tx: Tx,
  deps: Deps,
  userId: number,
  snapshot: Snapshot & { plan: PlanTerms },
): Promise<SubscriptionRow | null> {
  const { id, family, price, interval } = snapshot.plan;
  await makeRoom(tx, deps, userId, family);
  const now = new Date(deps.clock.now());
  const [made] = await tx
    .insert(subscriptions)
    .values({
      userId,
      planId: id,
      family,
      status: 'starting',
      price,
      interval,
      anchorDay: anchorDay(now.getTime()),
      cardId: snapshot.cardId,
      created: now,
      modified: now,
    })
    .onConflictDoNothing()
    .returning();
  return made ?? null;
}
