import * as z from 'zod/mini';
import { checkoutBodySchema } from '#contracts/shopAddress.ts';
import { cartSchema } from '#contracts/shopCart.ts';
import { checkoutChangeSchema, checkoutSchema } from '#contracts/shopCheckout.ts';
import { get, type Operation, write } from '../../operation.ts';

/** The operations of `checkout/`, for the OpenAPI document. */
export const checkoutOperations: Operation[] = [
  {
    ...write('post', '/api/shop/checkout/', 'カートの内容と金額を、注文の前に確定する', {
      body: checkoutBodySchema,
      answer: checkoutSchema,
      errors: {
        403: 'guardian_required',
        409: 'cart_empty, not_on_sale, already_owned, method_limit, method_closed, document_pending, card_limit',
        412: 'cart_changed',
      },
      errorFields: { 412: z.object({ cart: cartSchema }) },
    }),
    status: 201,
  },
  get('/api/shop/checkout/{id}/', '確定した内容(最終確認の文面)', checkoutSchema),
  write(
    'post',
    '/api/shop/checkout/{id}/renew/',
    '確定した内容の期限を延ばす。変わっていれば、いまの内容を答える',
    {
      answer: checkoutChangeSchema,
    },
  ),
];
