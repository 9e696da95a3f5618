import {
  refundAccountInputSchema,
  refundChangedSchema,
  refundInputSchema,
  refundQuoteSchema,
} from '#contracts/shopRefund.ts';
import { get, type Operation, write } from '../../operation.ts';

const path = '/api/shop/order/{id}/';

/** The operations of this resource, for the OpenAPI document. */
export const refundOperations: Operation[] = [
  get(`${path}refund/quote/`, '返金できる金額と、その内訳。番号は、この内容だけを指す', refundQuoteSchema),
  write('post', `${path}refund/`, '見積もりの番号で返金を申し込む。受け取る権利は、その場で終わる', {
    body: refundInputSchema,
    answer: refundQuoteSchema,
    errors: { 404: 'not_found', 409: 'not_refundable', 412: 'price_changed' },
    errorFields: { 412: refundChangedSchema },
  }),
  write('put', `${path}refund-account/`, '振込で返金を受け取る口座を登録する', {
    body: refundAccountInputSchema,
    answer: refundQuoteSchema,
    errors: { 404: 'not_found', 409: 'not_refundable' },
  }),
];
