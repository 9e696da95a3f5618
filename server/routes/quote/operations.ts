import * as z from 'zod/mini';
import { cartSchema, productIdField } from '#contracts/shopCart.ts';
import { type Operation, optionalText } from '../../operation.ts';

/** The operation of `quote/`, for the OpenAPI document. */
export const quoteOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/shop/quote/',
    summary: 'ログインしていない人のカートの、いまの金額',
    auth: 'none',
    query: z.object({ 'items[]': z.optional(z.array(productIdField)), coupon_code: optionalText }),
    answer: cartSchema,
    errors: {
      400: 'coupon_not_found, coupon_expired, coupon_min_total, coupon_target, coupon_gone',
      429: 'coupon_locked, rate',
    },
  },
];
