import type { z } from 'zod/mini';
import type { cardSchema, cardStatusSchema } from '#contracts/shopCard.ts';
import type { orderStatusSchema } from '#contracts/shopOrder.ts';
import type { OrderRow } from '../db/schema/order.ts';
import type { CardRow } from '../db/schema/subscription.ts';
import { type CardView, isCardOver, isCardPending } from '../domain/card/rows.ts';
import { gatewayCode } from '../payment/refusal.ts';

/** The state of a card for the API: everything that is under way is one state. */
function stateOf(card: CardRow): string {
  if (isCardPending(card)) return 'pending';
  return card.state === 'active' ? 'active' : 'failed';
}

/** A kept card as its owner sees it. */
export function presentCard({ card, isInUse }: CardView, now: number): z.input<typeof cardSchema> {
  const hasExpiry = /^\d{4}$/.test(card.expiry);
  return {
    id: card.id,
    brand: card.brand,
    last4: card.last4,
    exp_month: hasExpiry ? Number(card.expiry.slice(2)) : 0,
    exp_year: hasExpiry ? 2000 + Number(card.expiry.slice(0, 2)) : 0,
    is_expired: isCardOver(card, now),
    is_default: card.isDefault,
    is_in_use: isInUse,
    state: stateOf(card),
  };
}

type Step = Pick<z.input<typeof cardStatusSchema>, 'next' | 'redirect_url' | 'failure' | 'error_code'>;

function stepOf(card: CardRow): Step {
  const nothing = { redirect_url: null, failure: null, error_code: null };
  if (!isCardPending(card)) {
    const { failure, errorCode } = card;
    // The card is kept, or its owner authenticated, but no trial began all the same.
    return card.state === 'failed' || failure === 'trial_used'
      ? { ...nothing, next: 'failed', failure, error_code: gatewayCode(errorCode) }
      : { ...nothing, next: 'done' };
  }
  const isAtBank = card.state === 'challenged' && card.returnedAt === null && !card.isUnknown;
  return isAtBank && card.redirectUrl !== null
    ? { ...nothing, next: '3ds', redirect_url: card.redirectUrl }
    : { ...nothing, next: 'poll' };
}

/** The state of a card's check, for the page that waits for it. */
export function presentCardStatus(card: CardRow): z.input<typeof cardStatusSchema> {
  return {
    card: card.id,
    state: stateOf(card),
    ...stepOf(card),
    status_url: `/accounts/card/${card.id}/status/`,
  };
}

/**
 * The state of a trial's order while its card is being checked: the same as the card's. Nothing is ever charged for it.
 */
export function presentTrialState(
  order: OrderRow,
  card: CardRow,
  usual: z.input<typeof orderStatusSchema>,
): z.input<typeof orderStatusSchema> {
  const isWaiting = order.status === 'confirmed' || order.status === 'canceled';
  return isWaiting ? { ...usual, ...stepOf(card), is_uncharged: true } : usual;
}
