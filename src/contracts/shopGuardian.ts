import * as z from 'zod/mini';
import { confirmBlockSchema } from './shopCheckout.ts';
import { consentSteps, consentVersion } from './shopDocument.ts';
import { orderPaymentSchema, orderRetryInputSchema } from './shopOrder.ts';
import { count, flag, list, orNull, text, textOrNull } from './wire.ts';

/**
 * How an order stands for the guardian who opens its link (money.md 4.11). `asked`: it waits for their word · `approved`: it
 * can be paid, or is being paid · the others: nothing but this is shown (money.md 7, row 111).
 */
const guardianOrderStates = ['asked', 'approved', 'paid', 'declined', 'over'] as const;
export type GuardianOrderState = (typeof guardianOrderStates)[number];

/** GET /api/shop/guardian/{token}/order/status/: how the payment stands, without names or things. */
export const guardianStatusSchema = z.object({
  /** A `GuardianOrderState`. */
  state: text,
  /** One of `orderNexts` (shopOrder.ts). */
  next: text,
  redirect_url: textOrNull,
  failure: textOrNull,
  error_code: textOrNull,
  is_uncharged: flag,
  /** When a locked card payment opens again. */
  retry_at: textOrNull,
});
export type GuardianStatusAnswer = z.output<typeof guardianStatusSchema>;

/** GET /api/shop/guardian/{token}/order/; also what approving, declining and paying answer. */
export const guardianOrderSchema = z.object({
  status: guardianStatusSchema,
  /** What is ordered, in the words that the order keeps; `null` once there is nothing to do about it. */
  order: orNull(
    z.object({
      order_no: text,
      learner_name: text,
      guardian_name: text,
      items: list(z.object({ name: text, paid: count })),
      total: count,
      confirm: list(confirmBlockSchema),
      confirm_hash: text,
      /** Until when it can be approved, or paid after that. */
      until: textOrNull,
      method: text,
      payment: orderPaymentSchema,
      /** It can be paid, or paid in another way, now. */
      can_pay: flag,
      /** Of `payMethods`: by what this sum can be paid here. */
      methods: list(text),
      /** 概要書面 has to be read, and papers as PDF agreed to, before it can be approved; `…/order/outline/` has it. */
      needs_papers: flag,
      is_test: flag,
      /** Their limit has agreed to it: they were told, not asked. */
      within_limit: flag,
    }),
  ),
  /** Up to how much they agree beforehand; `null`: nothing can be set by this link. */
  limit: z.catch(
    z.nullable(
      z.object({
        /** Yen of one month; `null`: every order is asked about. */
        yen: z.catch(z.nullable(count), null),
        /** Yen that was ordered in this month. */
        spent: count,
        /** A limit can be set, or another one; else it can be ended alone. */
        can_set: flag,
      }),
    ),
    null,
  ),
});
export type GuardianOrder = z.output<typeof guardianOrderSchema>;
export type GuardianOrderView = NonNullable<GuardianOrder['order']>;

/** POST /api/shop/guardian/{token}/order/approve/ */
export const guardianApproveSchema = z.object({
  confirm_hash: z.string().check(z.maxLength(128)),
  agree: z.literal(true),
  /** Of an order with papers about the contract: every step that is agreed to (money.md 4.18), with its text's version. */
  steps: z._default(z.array(z.enum(consentSteps)).check(z.maxLength(consentSteps.length)), []),
  text_version: z.optional(z.literal(consentVersion)),
});
export type GuardianApproveInput = z.input<typeof guardianApproveSchema>;

/** Yen a month between which a limit can be set. */
export const guardianLimitRange = { least: 1000, most: 50_000 } as const;

/** PUT /api/shop/guardian/{token}/order/limit/; `null`: every order is asked about again. */
export const guardianLimitSchema = z.object({
  yen: z.nullable(z.int().check(z.minimum(guardianLimitRange.least), z.maximum(guardianLimitRange.most))),
});
export type GuardianLimitInput = z.output<typeof guardianLimitSchema>;

/** POST /api/shop/guardian/{token}/order/pay/. A card is never kept for the learner: none can be named. */
export const guardianPaySchema = z.omit(orderRetryInputSchema, { card_id: true });
export type GuardianPayInput = z.output<typeof guardianPaySchema>;

/** What reads otherwise than what was ordered (412 `price_changed`): it cannot be approved any more. */
export const guardianChangeSchema = z.object({
  changes: list(z.object({ title: text, before: text, after: text })),
});
export type GuardianChange = z.output<typeof guardianChangeSchema>;

/** POST /api/shop/order/{id}/guardian/: the mail once more. */
export const guardianAskedSchema = z.object({
  /** `asked`: a mail is on its way · `released`: whoever ordered has come of age, and can pay. */
  kind: text,
  email_masked: text,
});
export type GuardianAsked = z.output<typeof guardianAskedSchema>;
