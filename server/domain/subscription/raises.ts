/** What is noted of a raise: that it was told, when, and the member's consent (money.md 4.15, row 89). */
import { and, asc, eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { plans, type SubscriptionRow, subscriptions } from '../../db/schema/subscription.ts';

/** No raise is told, and none is agreed to. */
const noRaise = { newPrice: null, newPriceAt: null, agreedPrice: null } as const;

/**
 * The fields that a payment of `paid` yen changes: a raise is over when it was charged, so that the same price, after a
 * sale, is a new raise. Pure.
 */
export function raiseAfter({ newPrice }: Pick<SubscriptionRow, 'newPrice'>, paid: number) {
  return newPrice !== null && paid >= newPrice ? noRaise : {};
}

/**
 * Forgets raises that were taken back: the plan costs no more than what the member pays. Whoever raises it again tells
 * it again, and asks again, also when it is the same price. Locks those subscriptions, in their order.
 */
export async function forgetRaises(tx: Tx, now: Date): Promise<void> {
  const isNoted = or(isNotNull(subscriptions.newPrice), isNotNull(subscriptions.agreedPrice));
  const over = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(isNoted, lte(plans.price, subscriptions.price)))
    .orderBy(asc(subscriptions.id))
    .for('update', { of: subscriptions });
  if (over.length === 0) return;
  const ids = over.map(({ id }) => id);
  await tx
    .update(subscriptions)
    .set({ ...noRaise, modified: now })
    .where(inArray(subscriptions.id, ids));
}
