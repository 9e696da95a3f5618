import type { z } from 'zod/mini';
import type { checkoutChangeSchema, checkoutSchema } from '#contracts/shopCheckout.ts';
import type { CheckoutRow } from '../db/schema/shop.ts';
import type { Deps } from '../deps.ts';
import { firstRenewal } from '../domain/checkout/planConfirmText.ts';
import { isCardExpired, type Reoffer } from '../domain/checkout/store.ts';
import { chargeAt } from '../domain/money/renewalDates.ts';

type CheckoutBody = z.input<typeof checkoutSchema>;

/** The plan of an offer with its first charge, as the offer's text says it. */
function presentPlanTerms({ snapshot, created }: CheckoutRow): CheckoutBody['plan'] {
  const { plan, items, isTrial } = snapshot;
  if (!plan) return null;
  const { dueOn, from } = firstRenewal(plan, isTrial, created.getTime());
  return {
    id: plan.id,
    product_id: `plan-${plan.id}`,
    name: items[0]?.name ?? '',
    price: plan.price,
    interval: plan.interval,
    is_trial: isTrial,
    trial_end_at: isTrial ? new Date(from).toISOString() : null,
    next_charge_at: new Date(chargeAt(dueOn)).toISOString(),
    next_amount: plan.price,
  };
}

/** A frozen offer with the order that was made of it. */
export function presentCheckout(
  { clock }: Pick<Deps, 'clock'>,
  checkout: CheckoutRow,
  orderId: number | null,
): CheckoutBody {
  const { snapshot } = checkout;
  return {
    checkout_id: checkout.id,
    confirm: checkout.confirmText,
    confirm_hash: checkout.confirmHash,
    expires_at: checkout.expires.toISOString(),
    method: snapshot.method,
    total: snapshot.total,
    is_subscription: snapshot.planId !== null,
    plan: presentPlanTerms(checkout),
    saves_card: snapshot.saveCard,
    needs_guardian: snapshot.needsGuardian,
    within_limit: (snapshot.guardianLimit ?? null) !== null,
    needs_papers: snapshot.needsPapers,
    card: snapshot.card,
    // The order has already taken its token: nothing has to be typed again.
    card_expired: orderId === null && isCardExpired(checkout, clock.now()),
    order: orderId,
  };
}

/** What has changed in the text, with the present offer (412 `price_changed`). */
export function presentReoffer(
  deps: Pick<Deps, 'clock'>,
  { changes, couponGone, checkout }: Reoffer,
): z.input<typeof checkoutChangeSchema> {
  return {
    changes,
    checkout: checkout && presentCheckout(deps, checkout, null),
    coupon_gone: couponGone,
    expires_at: checkout?.expires.toISOString() ?? null,
  };
}
