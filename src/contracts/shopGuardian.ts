import * as z from 'zod/mini';
import { confirmBlockSchema } from './shopCheckout.ts';
import { consentSteps, consentVersion } from './shopDocument.ts';
import { orderPaymentSchema, orderRetryInputSchema } from './shopOrder.ts';
import { count, flag, list, orNull, text, textOrNull } from './wire.ts';

/**
 * State of an order for the guardian who opens its link (money.md 4.11). `asked`: it waits for their answer ·
 * `approved`: it can be paid, or is being paid · all others: only the state is shown (money.md 7, row 111).
 */
const guardianOrderStates = ['asked', 'approved', 'paid', 'declined', 'over'] as const;
export type GuardianOrderState = (typeof guardianOrderStates)[number];

/** GET /api/shop/guardian/{token}/order/status/: state of the payment, without names or products. */
export const guardianStatusSchema = z.object({
  /** A `GuardianOrderState`. */
  state: text,
  /** One of `orderNexts` (shopOrder.ts). */
  next: text,
  redirect_url: textOrNull,
  failure: textOrNull,
  error_code: textOrNull,
  is_uncharged: flag,
  /** When a locked card payment is unlocked. */
  retry_at: textOrNull,
});
export type GuardianStatusAnswer = z.output<typeof guardianStatusSchema>;

/** GET /api/shop/guardian/{token}/order/; also the answer to approving, declining and paying. */
export const guardianOrderSchema = z.object({
  status: guardianStatusSchema,
  /** What is ordered, in the words stored with the order; `null` once nothing can be done about it. */
  order: orNull(
    z.object({
      order_no: text,
      learner_name: text,
      guardian_name: text,
      items: list(z.object({ name: text, paid: count })),
      total: count,
      confirm: list(confirmBlockSchema),
      confirm_hash: text,
      /** Until when it can be approved; after approval, until when it can be paid. */
      until: textOrNull,
      method: text,
      payment: orderPaymentSchema,
      /** It can be paid now, or paid in another way. */
      can_pay: flag,
      /** Of `payMethods`: how this sum can be paid here. */
      methods: list(text),
      /**
       * The guardian has to read 概要書面 and agree to electronic papers before approving; `…/order/outline/` has the
       * paper.
       */
      needs_papers: flag,
      is_test: flag,
      /** Their limit approved it: they were informed, not asked. */
      within_limit: flag,
    }),
  ),
  /** The amount they approve in advance; `null`: this link cannot set a limit. */
  limit: z.catch(
    z.nullable(
      z.object({
        /** Yen per month; `null`: they are asked about every order. */
        yen: z.catch(z.nullable(count), null),
        /** Yen ordered in this month. */
        spent: count,
        /** A limit can be set or changed; otherwise it can only be ended. */
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
  /** For an order with contract papers: every accepted step (money.md 4.18), with the version of its text. */
  steps: z._default(z.array(z.enum(consentSteps)).check(z.maxLength(consentSteps.length)), []),
  text_version: z.optional(z.literal(consentVersion)),
});
export type GuardianApproveInput = z.input<typeof guardianApproveSchema>;

/** Minimum and maximum of a limit, yen per month. */
export const guardianLimitRange = { least: 1000, most: 50_000 } as const;

/** PUT /api/shop/guardian/{token}/order/limit/; `null`: they are asked about every order again. */
export const guardianLimitSchema = z.object({
  yen: z.nullable(z.int().check(z.minimum(guardianLimitRange.least), z.maximum(guardianLimitRange.most))),
});
export type GuardianLimitInput = z.output<typeof guardianLimitSchema>;

/**
 * POST /api/shop/guardian/{token}/order/pay/. The card is never kept for the learner, and no kept card can be chosen.
 */
export const guardianPaySchema = z.omit(orderRetryInputSchema, { card_id: true });
export type GuardianPayInput = z.output<typeof guardianPaySchema>;

/** What differs from the order as it was made (412 `price_changed`): it can no longer be approved. */
export const guardianChangeSchema = z.object({
  changes: list(z.object({ title: text, before: text, after: text })),
});
export type GuardianChange = z.output<typeof guardianChangeSchema>;

/** POST /api/shop/order/{id}/guardian/: sends the mail again. */
export const guardianAskedSchema = z.object({
  /** `asked`: a mail was sent · `released`: the buyer has come of age, and can pay. */
  kind: text,
  email_masked: text,
});
export type GuardianAsked = z.output<typeof guardianAskedSchema>;
