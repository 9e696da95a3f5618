import {
  guardianApproveSchema,
  guardianAskedSchema,
  guardianChangeSchema,
  guardianLimitSchema,
  guardianOrderSchema,
  guardianPaySchema,
  guardianStatusSchema,
} from '#contracts/shopGuardian.ts';
import { type Operation, write } from '../../operation.ts';

const path = '/api/shop/guardian/{token}/';

/** The operations of this resource, for the OpenAPI document. */
export const guardianOrderOperations: Operation[] = [
  {
    ...write('post', '/api/shop/order/{id}/guardian/', '保護者の方への確認メールを、もう一度送る', {
      answer: guardianAskedSchema,
      errors: { 403: 'guardian_required', 404: 'not_found', 409: 'not_retryable', 429: 'rate' },
    }),
    status: 202,
  },
  {
    method: 'get',
    path: `${path}order/`,
    summary: '保護者に確認してもらう注文。お支払い後と回答後は状態だけ',
    auth: 'none',
    answer: guardianOrderSchema,
    errors: { 404: 'not_found' },
  },
  {
    method: 'get',
    path: `${path}order/status/`,
    summary: '保護者のお支払いの状況',
    auth: 'none',
    answer: guardianStatusSchema,
    errors: { 404: 'not_found' },
  },
  {
    method: 'get',
    path: `${path}order/outline/`,
    summary: '保護者が同意の前に読む概要書面のPDF',
    auth: 'none',
    errors: { 404: 'not_found' },
  },
  {
    method: 'post',
    path: `${path}order/approve/`,
    summary: '保護者が注文に同意する',
    auth: 'none',
    body: guardianApproveSchema,
    answer: guardianOrderSchema,
    errors: { 404: 'not_found', 409: 'conflict, document_pending', 412: 'price_changed' },
    errorFields: { 412: guardianChangeSchema },
  },
  {
    method: 'post',
    path: `${path}order/decline/`,
    summary: '保護者が注文に同意しない。クーポンは戻る',
    auth: 'none',
    answer: guardianOrderSchema,
    errors: { 404: 'not_found', 409: 'conflict, payment_checking' },
  },
  {
    method: 'put',
    path: `${path}order/limit/`,
    summary: '1か月にいくらまで毎回の確認を省くかを、保護者が決める、またはやめる',
    auth: 'none',
    body: guardianLimitSchema,
    answer: guardianOrderSchema,
    errors: { 404: 'not_found', 409: 'conflict' },
  },
  {
    method: 'post',
    path: `${path}order/pay/`,
    summary: '同意した注文を保護者が支払う。カードは保存しない',
    auth: 'none',
    body: guardianPaySchema,
    answer: guardianOrderSchema,
    errors: {
      404: 'not_found',
      409: 'not_retryable, payment_checking, already_owned, coupon_gone, method_limit, method_closed, token_expired',
      429: 'card_locked, rate',
    },
  },
];
