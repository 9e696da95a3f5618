import { and, asc, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { cards, subscriptions } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { lockCard } from '../card/rows.ts';
import { forgetCard } from '../card/use.ts';
import { lockCart } from '../cart/store.ts';
import { endWith } from './renew.ts';
import { lockSubscription } from './rows.ts';

/**
 * Ends all subscriptions of a member who leaves, and lets the gateway delete their cards (money.md 4.19). Arrears are
 * not a debt. A charge that is under way at this moment stays, and blocks the withdrawal like every open payment. It
 * takes its locks before those of the orders and the user; kick the executor after the commit.
 */
export async function endAllOf(tx: Tx, deps: Deps, userId: number): Promise<void> {
  await lockCart(tx, userId, deps.clock.now());
  const running = await tx
    .select({ id: subscriptions.id, status: subscriptions.status })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'ended')))
    .orderBy(asc(subscriptions.id));
  for (const { id, status } of running) {
    // An open first payment is shown and canceled like every order.
    if (status !== 'starting') await endWith(tx, deps, await lockSubscription(tx, id), 'withdrawn');
  }
  const kept = await tx
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.userId, userId), eq(cards.state, 'active')))
    .orderBy(asc(cards.id));
  for (const { id } of kept) {
    const card = await lockCard(tx, id);
    if (card.state === 'active') await forgetCard(tx, deps, card);
  }
}
