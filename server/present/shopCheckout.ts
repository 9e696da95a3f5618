import type { z } from 'zod/mini';
import type { checkoutChangeSchema, checkoutSchema, PayerInput } from '#contracts/shopCheckout.ts';
import type { CheckoutRow } from '../db/schema/shop.ts';
import type { Deps } from '../deps.ts';
import { firstRenewal } from '../domain/checkout/planConfirmText.ts';
import { isCardExpired, type Reoffer } from '../domain/checkout/store.ts';
import { chargeAt } from '../domain/money/renewalDates.ts';
import { openSealed } from '../domain/order/sealed.ts';

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

type Needed = Pick<Deps, 'clock' | 'keys'>;

/** What the page shows of the sealed payer, and no more. */
async function presentPayer({ keys }: Needed, { payer }: CheckoutRow): Promise<CheckoutBody['payer']> {
  const { family_name, given_name, phone } = await openSealed<PayerInput>(keys, payer);
  return { name: `${family_name} ${given_name}`, phone };
}

/** A frozen offer with the order that was made of it. It names the payer: only its owner may get it. */
export async function presentCheckout(
  deps: Needed,
  checkout: CheckoutRow,
  orderId: number | null,
): Promise<CheckoutBody> {
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
    payer: await presentPayer(deps, checkout),
    card: snapshot.card,
    // The order has already taken its token: nothing has to be typed again.
    card_expired: orderId === null && isCardExpired(checkout, deps.clock.now()),
    order: orderId,
  };
}

/** What has changed in the text, with the present offer (412 `price_changed`). */
export async function presentReoffer(
  deps: Needed,
  { changes, couponGone, checkout }: Reoffer,
): Promise<z.input<typeof checkoutChangeSchema>> {
  return {
    changes,
    checkout: checkout && (await presentCheckout(deps, checkout, null)),
    coupon_gone: couponGone,
    expires_at: checkout?.expires.toISOString() ?? null,
  };
}
