import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { pageOf } from './page.ts';
import { cardSchema, cardStatusSchema, shownCardInput } from './shopCard.ts';
import { orderSchema, orderStatusSchema } from './shopOrder.ts';
import { count, flag, id, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** How often a plan is charged. */
export const planIntervals = ['month', 'year'] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** A plan: bought once, it renews itself until the buyer stops it. Yen, tax included. */
export const planSchema = z.object({
  id,
  /** `plan-1`: how a checkout names it. */
  product_id: id,
  name: text,
  description: text,
  price: count,
  /** One of `planIntervals`. */
  interval: text,
  /** Free days at the start for this person; `null`: none, or already used. */
  trial_days: numberOrNull,
  /** The courses that are open as long as it runs. */
  courses: list(z.object({ id, name: text, thumbnail: textOrNull })),
  /** Its price for a year (money.md 6: it has no end). */
  yearly_price: count,
  is_on_sale: flag,
  /** Number of the person's subscription to it, or to another plan of its family; `null` if there is none. */
  subscription: z.catch(z.nullable(id), null),
});
export type Plan = z.output<typeof planSchema>;

/** GET /api/shop/plan/ */
export const planPageSchema = pageOf(planSchema);
export type PlanPage = z.output<typeof planPageSchema>;

/**
 * States of a subscription (product.md 3.8). `starting`: the first payment or the card check is in progress ·
 * `trialing` · `active` · `past_due`: a charge was refused and is retried, access stays open · `suspended`: access is
 * closed until it is paid · `cancel_scheduled`: runs until `ends_at` · `paused`: one period is left out · `ended`.
 */
export const subscriptionStatuses = [
  'starting',
  'trialing',
  'active',
  'past_due',
  'suspended',
  'cancel_scheduled',
  'paused',
  'ended',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionSchema = z.object({
  id,
  /** One of `subscriptionStatuses`. */
  status: text,
  plan: z.object({
    id,
    product_id: id,
    name: text,
    price: count,
    interval: text,
    courses: list(z.object({ id, name: text, thumbnail: textOrNull })),
  }),
  started_at: textOrNull,
  trial_end_at: textOrNull,
  current_period_end: textOrNull,
  /** Time of the next charge, or of the next retry; `null`: none is planned. */
  next_charge_at: textOrNull,
  next_amount: numberOrNull,
  cancel_at_period_end: flag,
  /** Until when it can be used once it is cancelled or has ended; the first step of cancelling shows it too. */
  ends_at: textOrNull,
  /** A planned or running pause: from and until when access is closed and nothing is charged. */
  paused_from: textOrNull,
  paused_until: textOrNull,
  can_cancel: flag,
  /** Undo a cancellation, or end a pause early (then it is charged that day). */
  can_resume: flag,
  can_pause: flag,
  /** A refused charge can be retried now. */
  can_retry: flag,
  can_change_card: flag,
  /** The card that is charged; `null`: the buyer has to give one. */
  card: orNull(cardSchema),
  /** A new card for it that is being checked, or `null`. */
  card_change: orNull(cardStatusSchema),
  /** Its orders, the newest first. */
  invoices: list(orderSchema),
  /** Why the last charge was refused, one of `payFailures`; `null`: it was not refused. */
  failure: textOrNull,
  /** This card must not be charged again: the buyer has to give another one (money.md 4.15). */
  needs_card: flag,
  /** When access closes, and when it ends, if it stays unpaid. */
  suspended_at: textOrNull,
  gives_up_at: textOrNull,
  /** A new price that the buyer must accept before it is charged; otherwise the subscription ends (money.md 4.15). */
  price_change: orNull(z.object({ price: count, from: textOrNull, is_agreed: flag })),
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** GET /api/shop/subscription/. GET /{id}/ and every action answer a single one. */
export const subscriptionPageSchema = pageOf(subscriptionSchema);
export type SubscriptionPage = z.output<typeof subscriptionPageSchema>;

/** POST /api/shop/subscription/{id}/cancel/ */
export const subscriptionCancelInputSchema = z.object({
  reason: z._default(z.string().check(z.maxLength(500), noCard()), ''),
});

/** POST /api/shop/subscription/{id}/card/: a kept card, or a new one from the card frame, which is then kept. */
export const subscriptionCardInputSchema = z.union([
  z.object({ card_id: z.union([z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.number()]) }),
  z.object({
    gmo_token: z.string().check(z.minLength(1), z.maxLength(512)),
    card: z.nullable(shownCardInput),
  }),
]);
export type SubscriptionCardInput = z.output<typeof subscriptionCardInputSchema>;

/** POST /api/shop/subscription/{id}/price/: accepts the new price that the buyer read. */
export const subscriptionPriceInputSchema = z.object({ price: z.int(), agree: z.literal(true) });

/**
 * The answer to every action. `state`: state of a payment that the action started (retry, resume, a card in place of a
 * refused one); poll it at /api/shop/order/{id}/status/. `card`: state of the check of a new card.
 */
export const subscriptionMadeSchema = z.object({
  subscription: subscriptionSchema,
  state: orNull(orderStatusSchema),
  card: orNull(cardStatusSchema),
});
export type SubscriptionMade = z.output<typeof subscriptionMadeSchema>;
