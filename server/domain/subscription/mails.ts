import { eq } from 'drizzle-orm';
import { paths } from '#shared/lib/pages/paths.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { moneyNotices } from '../../db/schema/order.ts';
import type { SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { fullName } from '../guardian/store.ts';
import { type SubscriptionMailKind, subscriptionMailText } from './mailTexts.ts';
import { readPlan } from './rows.ts';

/**
 * Tells the owner of a subscription one fact about it, in the transaction in which it became true. A repetition does
 * nothing (money.md 2, `money_notices`). An owner who has left gets no mail.
 *
 * @param on what distinguishes facts of one kind: the due day, the number of a try, the price with the day
 */
export async function subscriptionMail(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  kind: SubscriptionMailKind,
  on: string,
): Promise<void> {
  const { id, userId, planId } = subscription;
  if (userId === null) return;
  const made = await tx
    .insert(moneyNotices)
    .values({ subscriptionId: id, kind, on, created: new Date(deps.clock.now()) })
    .onConflictDoNothing()
    .returning({ id: moneyNotices.id });
  if (made.length === 0) return;
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).limit(1);
  if (!user || user.withdrawn !== null) return;
  const plan = await readPlan(tx, planId);
  const { label, ...words } = subscriptionMailText(kind, { subscription, plan });
  const name = fullName(user);
  await queueMail(tx, deps, {
    kind: `subscription-${kind.replaceAll('_', '-')}`,
    to: user.email,
    content: {
      ...words,
      ...(name === user.email ? {} : { name }),
      action: { label, url: `${deps.config.appUrl}${paths.historySubscribe(String(id))}` },
    },
  });
}
