import * as z from 'zod/mini';
import {
  subscriptionCancelInputSchema,
  subscriptionCardInputSchema,
  subscriptionMadeSchema,
  subscriptionPageSchema,
  subscriptionPriceInputSchema,
  subscriptionSchema,
} from '#contracts/shopSubscription.ts';
import { get, type Operation, pageQuery, write } from '../../operation.ts';

const path = '/api/shop/subscription/';
const otherOrder = z.object({ order: z.optional(z.string()) });
const answer = subscriptionMadeSchema;

/** The operations of this resource, for the OpenAPI document. */
export const subscriptionOperations: Operation[] = [
  get(path, '定期購入。新しい順', subscriptionPageSchema, z.object(pageQuery)),
  get(`${path}{id}/`, '定期購入の内容', subscriptionSchema),
  write('post', `${path}{id}/cancel/`, '解約する。お支払い済みの期間の終わりまで使える', {
    body: subscriptionCancelInputSchema,
    answer,
    errors: { 404: 'not_found', 409: 'past_period' },
  }),
  write('post', `${path}{id}/resume/`, '解約やお休みを取り消す。お休み中なら、その日から再開する', {
    answer,
    errors: { 404: 'not_found', 409: 'past_period, card_needed, payment_checking, price_changed' },
    errorFields: { 409: otherOrder },
  }),
  write('post', `${path}{id}/pause/`, '次の1か月をお休みする(1年に1回)', {
    answer,
    errors: { 404: 'not_found', 409: 'pause_used, past_period' },
  }),
  write('post', `${path}{id}/retry/`, 'お支払いをもう一度試す。停止中なら、その日から再開する', {
    answer,
    errors: { 404: 'not_found', 409: 'past_period, card_needed, payment_checking, price_changed' },
    errorFields: { 409: otherOrder },
  }),
  write('post', `${path}{id}/card/`, 'お支払いのカードを変える', {
    body: subscriptionCardInputSchema,
    answer,
    errors: { 404: 'not_found', 409: 'past_period, card_limit, method_closed', 429: 'card_locked, rate' },
  }),
  write('post', `${path}{id}/price/`, '新しい料金に同意する', {
    body: subscriptionPriceInputSchema,
    answer,
    errors: { 404: 'not_found', 409: 'past_period', 412: 'price_changed' },
  }),
];
