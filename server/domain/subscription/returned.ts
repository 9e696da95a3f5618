/** An order of a plan is given back, or its card company takes the money back (money.md 4.13, 4.16). */
import type { Tx } from '../../db/client.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { closeOrder } from '../order/close.ts';
import { attemptsOf, lockOrder } from '../order/lock.ts';
import { isBusy } from '../order/policy.ts';
import { endSubscription } from './events.ts';
import { changeSubscription, lockSubscription, openOrderOf, periodOfOrder } from './rows.ts';

/**
 * Whether its access ends with the order: a refund of the first order undoes the contract, one of the running period
 * ends that period.
 */
async function takesItAlong(tx: Tx, deps: Deps, order: OrderRow): Promise<boolean> {
  if (order.kind === 'sale') return true;
  const period = await periodOfOrder(tx, order.id);
  return period !== null && period.until.getTime() > deps.clock.now();
}

/**
 * Ends the subscription whose order is given back with its access: nothing more is charged for it. A refund for a
 * period that is over ends nothing. A charge that is under way is completed and given back; then the subscription ends.
 * The caller holds the locks of the order and the subscription.
 */
export async function planReturned(tx: Tx, deps: Deps, order: OrderRow): Promise<void> {
  if (order.subscriptionId === null || !(await takesItAlong(tx, deps, order))) return;
  const subscription = await lockSubscription(tx, order.subscriptionId);
  const open = await openOrderOf(tx, subscription.id);
  if (open) {
    const owed = await lockOrder(tx, open.id);
    if (isBusy(await attemptsOf(tx, owed.id))) {
      await changeSubscription(tx, deps, subscription, { isEnding: true });
      return;
    }
    await closeOrder(tx, deps, owed, { status: 'canceled', reason: 'refunded', mail: null });
  }
  await endSubscription(tx, deps, await lockSubscription(tx, subscription.id), 'refunded');
}
