import {
  cartCouponInputSchema,
  cartItemInputSchema,
  cartMergeInputSchema,
  cartMergeSchema,
  cartSchema,
} from '#contracts/shopCart.ts';
import { get, type Operation, write } from '../../operation.ts';

const couponErrors = {
  400: 'coupon_not_found',
  409: 'coupon_expired, coupon_min_total, coupon_target, coupon_used, coupon_gone',
  429: 'coupon_locked, rate',
};

/** The operations of `cart/`, for the OpenAPI document. */
export const cartOperations: Operation[] = [
  get('/api/shop/cart/', 'カート(いまの価格と、自動で変わったこと)', cartSchema),
  write('post', '/api/shop/cart/item/', '商品をカートに入れる', {
    body: cartItemInputSchema,
    answer: cartSchema,
    errors: { 409: 'cart_full, already_owned, not_on_sale, mixed_subscription, entry_required' },
  }),
  {
    method: 'delete',
    path: '/api/shop/cart/item/{id}/',
    summary: '商品をカートから出す(もうないときは何も変わらない)',
    auth: 'user',
    answer: cartSchema,
  },
  write('post', '/api/shop/cart/merge/', 'ログイン前のカートを引き継ぐ(2回送っても同じ)', {
    body: cartMergeInputSchema,
    answer: cartMergeSchema,
  }),
  write('put', '/api/shop/cart/coupon/', 'クーポンを番号かコードで使う', {
    body: cartCouponInputSchema,
    answer: cartSchema,
    errors: couponErrors,
  }),
  {
    method: 'delete',
    path: '/api/shop/cart/coupon/',
    summary: 'クーポンを使わない',
    auth: 'user',
    answer: cartSchema,
  },
];
