/** How the keeping of a card ends, and what waited for it (money.md 4.14, 4.14a). The caller holds the locks of `lockForCard`. */
import { eq } from 'drizzle-orm';
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import type { CardRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { closeOrder, isOpen } from '../order/close.ts';
import { lockOrder } from '../order/lock.ts';
import { becomePaid } from '../order/settle.ts';
import { noteTrialCard } from '../plan/trial.ts';
import { chargeTo } from '../subscription/chargeTo.ts';
import { subscriptionMail } from '../subscription/mails.ts';
import { lockSubscription } from '../subscription/rows.ts';
import { resolveCardUnknown } from './commands.ts';
import {
  changeCard,
  hasDefault,
  isCardPending,
  lockCard,
  makeDefault,
  moveCard,
  otherActive,
} from './rows.ts';
import { forgetCard } from './use.ts';

/** The card with what waits for it, locked in the order of all locks: subscription, order, card. */
export async function lockForCard(
  tx: Tx,
  card: Pick<CardRow, 'id' | 'orderId' | 'subscriptionId'>,
): Promise<CardRow> {
  if (card.orderId !== null) await lockOrder(tx, card.orderId);
  else if (card.subscriptionId !== null) await lockSubscription(tx, card.subscriptionId);
  return lockCard(tx, card.id);
}

/** The check is over: nothing of it is searched for or kept any more. */
const over = {
  isUnknown: false,
  unknownSince: null,
  nextCheckAt: null,
  redirectUrl: null,
  secret: null,
} as const;

export type Kept = { seq: string; last4: string; expiry: string };

/** The owner left while the card was being checked: nothing of the card stays. */
async function hasLeft(tx: Tx, { userId }: CardRow): Promise<boolean> {
  if (userId === null) return true;
  const [user] = await tx.select({ withdrawn: users.withdrawn }).from(users).where(eq(users.id, userId));
  return user?.withdrawn !== null;
}

/**
 * Begins the trial that waited for a card: one trial for each card (product.md 3.9). If the card had a trial before,
 * the order is canceled (`trial_used`).
 */
async function beginTrial(tx: Tx, deps: Deps, orderId: number, by: CardRow): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!isOpen(order) || order.subscriptionId === null) return true;
  const { family } = await lockSubscription(tx, order.subscriptionId);
  if (await noteTrialCard(tx, deps, { card: by, orderId, family })) {
    await becomePaid(tx, deps, order, new Date(deps.clock.now()));
    return true;
  }
  await closeOrder(tx, deps, order, { status: 'canceled', reason: 'trial_used', mail: null });
  return false;
}

/** The owner of a kept card has authenticated: the trial that waited for it begins (money.md 4.14 ④). */
export async function cardProved(tx: Tx, deps: Deps, proof: CardRow): Promise<void> {
  if (!isCardPending(proof) || proof.provesId === null) return;
  await resolveCardUnknown(tx, proof.id);
  const kept = await lockCard(tx, proof.provesId);
  const proved = await moveCard(tx, deps, proof, 'proved', { ...over, access: null });
  if (proved.orderId === null || (await hasLeft(tx, proved))) return;
  if (!(await beginTrial(tx, deps, proved.orderId, kept)))
    await changeCard(tx, deps, proved, { failure: 'trial_used' });
}

/** The gateway keeps the card: it can be used, and what waited for it continues. */
export async function cardKept(tx: Tx, deps: Deps, card: CardRow, kept: Kept): Promise<void> {
  if (card.state !== 'keeping') return;
  await resolveCardUnknown(tx, card.id);
  const active = await moveCard(tx, deps, card, 'active', {
    ...over,
    access: null,
    cardSeq: kept.seq,
    last4: kept.last4 === '' ? card.last4 : kept.last4,
    expiry: kept.expiry === '' ? card.expiry : kept.expiry,
  });
  if (await hasLeft(tx, active)) return forgetCard(tx, deps, active);
  const isFirst = active.userId !== null && !(await hasDefault(tx, active.userId));
  if (active.wantsDefault || isFirst) await makeDefault(tx, deps, active);
  if (active.orderId !== null && !(await beginTrial(tx, deps, active.orderId, active))) {
    await changeCard(tx, deps, active, { failure: 'trial_used' });
    return;
  }
  if (active.subscriptionId !== null)
    await chargeTo(tx, deps, await lockSubscription(tx, active.subscriptionId), active);
}

/** The card could not be kept. Nothing was charged for it; a trial that waited for it does not begin. */
export async function cardFailed(
  tx: Tx,
  deps: Deps,
  card: CardRow,
  why: { failure: PayFailure; errorCode: string | null },
): Promise<void> {
  if (!isCardPending(card)) return;
  await resolveCardUnknown(tx, card.id);
  const endedAt = new Date(deps.clock.now());
  const failed = await moveCard(tx, deps, card, 'failed', { ...over, access: null, ...why, endedAt });
  if (failed.orderId !== null) {
    const order = await lockOrder(tx, failed.orderId);
    await closeOrder(tx, deps, order, { status: 'canceled', reason: 'card', mail: null });
  }
  // The payment stands; only the card for the next payment is missing (money.md 4.14 ③).
  if (failed.subscriptionId !== null && !failed.isCheck)
    await subscriptionMail(tx, deps, await lockSubscription(tx, failed.subscriptionId), 'card_missing', '');
}

/** The gateway has deleted the card. From now on another card is offered first. */
export async function cardGone(tx: Tx, deps: Deps, card: CardRow): Promise<void> {
  if (card.state !== 'deleting') return;
  await resolveCardUnknown(tx, card.id);
  await moveCard(tx, deps, card, 'deleted', { ...over, isDefault: false });
  const { userId } = card;
  if (!card.isDefault || userId === null || (await hasDefault(tx, userId))) return;
  const next = await otherActive(tx, userId, card.id);
  if (next) await makeDefault(tx, deps, next);
}
