import type { Tx } from '../../db/client.ts';
import type { CardRow, SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { tryCharge } from './charge.ts';
import { subscriptionMail } from './mails.ts';
import { changeSubscription, openOrderOf } from './rows.ts';

/**
 * Charges a subscription to this card from now on; in arrears it pays at once (money.md 4.16 ⑥). A subscription that
 * has ended does not change. The caller holds the subscription's lock and kicks the executor.
 */
export async function chargeTo(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  card: CardRow,
): Promise<SubscriptionRow> {
  if (subscription.status === 'ended') return subscription;
  const isOther = subscription.cardId !== null && subscription.cardId !== card.id;
  const now = await changeSubscription(tx, deps, subscription, { cardId: card.id, needsCard: false });
  if (isOther) await subscriptionMail(tx, deps, now, 'card_changed', String(card.id));
  if (now.status !== 'past_due' || now.isEnding) return now;
  const open = await openOrderOf(tx, now.id);
  if (open) await tryCharge(tx, deps, now, open.id);
  return now;
}
