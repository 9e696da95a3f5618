/** What accounts of the demo have subscribed to: a contract in every state that somebody may be in (money.md 4.15, 4.16). */
import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { type SubscriptionRow, subscriptions } from '../db/schema/subscription.ts';
import type { Deps } from '../deps.ts';
import { cancelSubscription, pauseSubscription } from '../domain/subscription/change.ts';
import { lockSubscription } from '../domain/subscription/rows.ts';
import type { DemoBuyer } from './demoBuyer.ts';

const monthly = 'all-monthly';
/** Days before now: when the last look is taken, so that nothing of the past is left for the server that starts. */
const nearlyNow = 0.01;

/** Lives through some days and looks twice a day, so that no charge is late. */
async function live(buyer: DemoBuyer, from: number, to: number): Promise<void> {
  for (let daysAgo = from; daysAgo >= to; daysAgo -= 0.5) await buyer.goTo(daysAgo);
}

/** Does something with what the buyer has. */
async function change(
  buyer: DemoBuyer,
  run: (tx: Tx, deps: Deps, subscription: SubscriptionRow) => Promise<void>,
): Promise<void> {
  await buyer.write(async (tx, deps) => {
    const [row] = await tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.userId, buyer.userId))
      .orderBy(desc(subscriptions.id))
      .limit(1);
    if (!row) throw new Error('nothing was subscribed to');
    await run(tx, deps, await lockSubscription(tx, row.id));
  });
  await buyer.work();
}

/** Its free days run. */
async function onTrial(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(2);
  await buyer.subscribe(monthly);
  await buyer.goTo(nearlyNow);
}

/** The first charge after the free days was refused, and so was the retry; there will be more retries. */
async function unpaid(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(9.5);
  await buyer.subscribe(monthly, 'renewal_G02');
  await live(buyer, 2, 0.5);
  await buyer.goTo(nearlyNow);
}

/** Charged once, then cancelled: open until the end of what is paid for. */
async function ending(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(20);
  await buyer.subscribe(monthly);
  await live(buyer, 13, 11);
  await buyer.goTo(3);
  await change(buyer, (tx, deps, subscription) => cancelSubscription(tx, deps, subscription, ''));
  await buyer.goTo(nearlyNow);
}

/** Charged once, then paused for a month, which has begun. */
async function paused(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(45);
  await buyer.subscribe(monthly);
  await live(buyer, 38, 36);
  await buyer.goTo(20);
  await change(buyer, pauseSubscription);
  await live(buyer, 10, 5);
  await buyer.goTo(nearlyNow);
}

/** The accounts whose contracts are made, and how. A contract that simply runs is among the other stories. */
export const planStories: readonly { email: string; tell: (buyer: DemoBuyer) => Promise<void> }[] = [
  { email: 'plan-trial@example.com', tell: onTrial },
  { email: 'plan-unpaid@example.com', tell: unpaid },
  { email: 'plan-ending@example.com', tell: ending },
  { email: 'plan-paused@example.com', tell: paused },
];
