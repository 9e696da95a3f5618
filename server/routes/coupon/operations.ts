import * as z from 'zod/mini';
import {
  couponClaimInputSchema,
  couponPageSchema,
  couponSchema,
  productIdField,
} from '#contracts/shopCart.ts';
import { type Operation, pageQuery, publicGet, write } from '../../operation.ts';

const query = z.object({
  ...pageQuery,
  /** A guest's cart; the server has a member's. */
  'items[]': z.optional(z.array(productIdField)),
});

/** The operations of `coupon/`, for the OpenAPI document. */
export const couponOperations: Operation[] = [
  publicGet('/api/shop/coupon/', 'クーポンの一覧(カートで使えるかどうかと理由)', couponPageSchema, query),
  {
    ...write('post', '/api/shop/coupon/claim/', 'コードでクーポンを受け取る', {
      body: couponClaimInputSchema,
      answer: couponSchema,
      errors: { 400: 'coupon_not_found', 409: 'coupon_expired, coupon_used', 429: 'coupon_locked, rate' },
    }),
    status: 201,
  },
];
