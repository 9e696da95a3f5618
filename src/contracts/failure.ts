import * as z from 'zod/mini';
import { list, text, textOrNull } from './wire.ts';

/** Every error answer of the API (product.md 3.1). `detail` is Japanese that can be shown as it is. */
export const failureSchema = z.object({
  code: text,
  detail: text,
  /** Messages per input field. */
  fields: z.catch(z.optional(z.record(z.string(), z.array(z.string()))), undefined),
  /** Number that the learner can give to the support desk (受付番号). */
  request_id: text,
  /** Seconds until the same call may be repeated. */
  retry_after: z.catch(z.optional(z.number()), undefined),
});
export type Failure = z.output<typeof failureSchema>;

/** Body of a 503 (specification.md 3, fields from product.md 2.2.B). Shown as plain text. */
export const maintenanceSchema = z.object({
  title: text,
  message: text,
  detail: text,
  starts_at: textOrNull,
  ends_at: textOrNull,
  affected: list(z.string()),
  contact_url: textOrNull,
});
export type Maintenance = z.output<typeof maintenanceSchema>;

/** Names of the errors that the API answers with. The server may use only these. */
export type FailureCode =
  | 'validation'
  | 'invalid_credentials'
  | 'password_weak'
  | 'password_required'
  | 'password_reused'
  | 'current_wrong'
  | 'password_change_required'
  | 'code_wrong'
  | 'code_expired'
  | 'link_expired'
  | 'same_email'
  | 'profile_locked'
  | 'closed'
  | 'file_type'
  | 'unauthorized'
  | 'forbidden'
  | 'access_expired'
  | 'not_found'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'limit'
  | 'rate'
  | 'busy'
  | 'playing_elsewhere'
  | 'device_limit'
  | 'too_large'
  | 'timeout'
  | 'maintenance'
  | 'server_error'
  | 'cart_full'
  | 'already_owned'
  | 'not_on_sale'
  | 'mixed_subscription'
  | 'cart_changed'
  | 'cart_empty'
  | 'coupon_not_found'
  | 'coupon_expired'
  | 'coupon_min_total'
  | 'coupon_target'
  | 'coupon_used'
  | 'coupon_gone'
  | 'coupon_locked'
  | 'guardian_required'
  | 'method_limit'
  | 'method_closed'
  | 'price_changed'
  | 'checkout_expired'
  | 'not_retryable'
  | 'cancel_deadline'
  | 'not_refundable'
  | 'past_period'
  | 'pause_used'
  | 'card_limit'
  | 'card_in_use'
  | 'card_needed'
  | 'payment_checking'
  | 'orders_open'
  | 'card_locked'
  | 'token_expired'
  | 'document_pending'
  | 'not_open'
  | 'not_entered'
  | 'already_submitted'
  | 'other_subject_running'
  | 'too_soon'
  | 'payment_required'
  | 'pack_outdated'
  | 'attempt_token'
  | 'lease_lost'
  | 'lease_held'
  | 'unsynced'
  | 'already_reported'
  | 'over_points'
  | 'entry_closed'
  | 'entry_required'
  | 'order_open'
  | 'order_paid'
  | 'subject_rule'
  | 'rank_invalid'
  | 'duplicate';
