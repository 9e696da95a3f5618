import * as z from 'zod/mini';
import { checkoutChangeSchema, orderInputSchema } from '#contracts/shopCheckout.ts';
import {
  orderCancelInputSchema,
  orderMadeSchema,
  orderPageSchema,
  orderRetryInputSchema,
  orderSchema,
  orderStatusSchema,
} from '#contracts/shopOrder.ts';
import { get, type Operation, optionalText, pageQuery, write } from '../../operation.ts';

const path = '/api/shop/order/';
const otherOrder = z.object({ order: z.optional(z.string()) });
const locked = z.object({ retry_at: z.optional(z.string()) });

/** The operations of this resource, for the OpenAPI document. */
export const orderOperations: Operation[] = [
  get(path, '購入履歴。新しい順', orderPageSchema, z.object({ ...pageQuery, kind: optionalText })),
  {
    ...write('post', path, '確認した内容で注文を確定する。操作番号には checkout_id を使う', {
      body: orderInputSchema,
      answer: orderMadeSchema,
      errors: {
        403: 'guardian_required',
        404: 'not_found',
        409: 'payment_checking, token_expired, method_closed, document_pending',
        410: 'checkout_expired',
        412: 'price_changed',
        429: 'card_locked, rate',
      },
      errorFields: { 409: otherOrder, 412: checkoutChangeSchema, 429: locked },
    }),
    status: 201,
  },
  get(`${path}{id}/`, '注文の内容', orderSchema),
  get(`${path}{id}/status/`, 'お支払いの状況。決済画面が確認を繰り返す', orderStatusSchema),
  write('post', `${path}{id}/retry/`, '同じ注文を、もう一度または別の方法で支払う', {
    body: orderRetryInputSchema,
    answer: orderMadeSchema,
    errors: {
      404: 'not_found',
      409: 'not_retryable, payment_checking, already_owned, coupon_gone, method_limit, method_closed, token_expired, card_limit',
      429: 'card_locked, rate',
    },
    errorFields: { 409: otherOrder, 429: locked },
  }),
  write('post', `${path}{id}/cancel/`, '支払い前の注文を取り消す', {
    body: orderCancelInputSchema,
    answer: orderMadeSchema,
    errors: { 404: 'not_found', 409: 'cancel_deadline, payment_checking' },
  }),
];
