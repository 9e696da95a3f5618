import * as z from 'zod/mini';
import { holdsCardNumber } from './cardNumber.ts';
import { pageOf } from './page.ts';
import { cardSchema, cardStatusSchema, shownCardInput } from './shopCard.ts';
import { orderSchema, orderStatusSchema } from './shopOrder.ts';
import { count, flag, id, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** How often a plan is charged. */
export const planIntervals = ['month', 'year'] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** Something that is bought once and renews itself until it is stopped. Yen, tax included. */
export const planSchema = z.object({
  id,
  /** `plan-1`: how a checkout names it. */
  product_id: id,
  name: text,
  description: text,
  price: count,
  /** One of `planIntervals`. */
  interval: text,
  /** Free days at the start for this person; `null`: none, or they had them already. */
  trial_days: numberOrNull,
  /** The courses that are open as long as it runs. */
  courses: list(z.object({ id, name: text, thumbnail: textOrNull })),
  /** What a year of it costs (money.md 6: it has no end). */
  yearly_price: count,
  is_on_sale: flag,
  /** This person has it, or another plan of its family; the number of that subscription, or `null`. */
  subscription: z.catch(z.nullable(id), null),
});
export type Plan = z.output<typeof planSchema>;

/** GET /api/shop/plan/ */
export const planPageSchema = pageOf(planSchema);
export type PlanPage = z.output<typeof planPageSchema>;

/**
 * States of a subscription (product.md 3.8). `starting`: its first payment, or the check of its card, is under way ·
 * `trialing` · `active` · `past_due`: a charge was refused, tried again, all is open still · `suspended`: closed until it is
 * paid · `cancel_scheduled`: runs until `ends_at` · `paused`: one period is left out · `ended`.
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
  /** When the next charge, or the next try of a refused one, is made; `null`: none is. */
  next_charge_at: textOrNull,
  next_amount: numberOrNull,
  cancel_at_period_end: flag,
  /** Until when it can be used once it is cancelled or has ended; also what the first step of cancelling shows. */
  ends_at: textOrNull,
  /** A pause that is coming or running: from and until when nothing is open and nothing is charged. */
  paused_from: textOrNull,
  paused_until: textOrNull,
  can_cancel: flag,
  /** Undo a cancellation, or end a pause early (then it is charged on that day). */
  can_resume: flag,
  can_pause: flag,
  /** A refused charge can be tried again now. */
  can_retry: flag,
  can_change_card: flag,
  /** The card that is charged; `null`: one has to be given. */
  card: orNull(cardSchema),
  /** A new card is being checked for it, or `null`. */
  card_change: orNull(cardStatusSchema),
  /** Its orders, the newest first. */
  invoices: list(orderSchema),
  /** Why the last charge was refused, one of `payFailures`; `null`: it was not. */
  failure: textOrNull,
  /** The card must not be charged again: another one is needed (money.md 4.15). */
  needs_card: flag,
  /** When it is closed, and when it ends, if it stays unpaid. */
  suspended_at: textOrNull,
  gives_up_at: textOrNull,
  /** A price that has to be agreed to before it is charged; without that the subscription ends (money.md 4.15). */
  price_change: orNull(z.object({ price: count, from: textOrNull, is_agreed: flag })),
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** GET /api/shop/subscription/; GET /{id}/ and every action answer one. */
export const subscriptionPageSchema = pageOf(subscriptionSchema);
export type SubscriptionPage = z.output<typeof subscriptionPageSchema>;

/** POST /api/shop/subscription/{id}/cancel/ */
export const subscriptionCancelInputSchema = z.object({
  reason: z._default(
    z.string().check(
      z.maxLength(500),
      z.refine((reason: string) => !holdsCardNumber(reason)),
    ),
    '',
  ),
});

/** POST /api/shop/subscription/{id}/card/: a kept card, or a new one of the card frame, which is kept. */
export const subscriptionCardInputSchema = z.union([
  z.object({ card_id: z.union([z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.number()]) }),
  z.object({
    gmo_token: z.string().check(z.minLength(1), z.maxLength(512)),
    card: z.nullable(shownCardInput),
  }),
]);
export type SubscriptionCardInput = z.output<typeof subscriptionCardInputSchema>;

/** POST /api/shop/subscription/{id}/price/: agrees to a new price that was read. */
export const subscriptionPriceInputSchema = z.object({ price: z.int(), agree: z.literal(true) });

/**
 * What every action answers. `state`: how a payment that it started stands (retry, resume, a card in place of a refused
 * one), to be asked for at /api/shop/order/{id}/status/. `card`: how the check of a new card stands.
 */
export const subscriptionMadeSchema = z.object({
  subscription: subscriptionSchema,
  state: orNull(orderStatusSchema),
  card: orNull(cardStatusSchema),
});
export type SubscriptionMade = z.output<typeof subscriptionMadeSchema>;
