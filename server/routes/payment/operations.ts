import * as z from 'zod/mini';
import { payResultSchema, paySettingsSchema } from '#contracts/shopOrder.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const paymentOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/payment/settings/',
    summary: '利用できる支払い方法と、カード入力欄のアドレス',
    auth: 'none',
    answer: paySettingsSchema,
  },
  {
    method: 'get',
    path: '/api/payment/gmo/return/{ref}/',
    summary: '本人認証から戻ったブラウザーを受け取り、結果の画面へ移す(303。ログインもCookieも要らない)',
    auth: 'none',
  },
  {
    method: 'post',
    path: '/api/payment/gmo/return/{ref}/',
    summary: '同上(カード会社の画面がフォームで戻す場合)',
    auth: 'none',
    errors: { 413: 'too_large' },
  },
  {
    method: 'get',
    path: '/api/payment/gmo/result/{ref}/',
    summary: '支払いの状態だけ(ログインのないブラウザー向け。30分まで)',
    auth: 'none',
    answer: payResultSchema,
  },
  {
    method: 'post',
    path: '/api/payment/gmo/notify/',
    summary: '決済会社からの通知(フォーム。16kBまで。保存したら本文 0 を返す)',
    auth: 'none',
    answer: z.literal('0'),
    errors: { 403: 'forbidden', 413: 'too_large' },
  },
];
