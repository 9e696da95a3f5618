import * as z from 'zod/mini';
import { pageOf } from '#contracts/page.ts';
import {
  inquiryInputSchema,
  inquiryLinkSchema,
  inquiryLinkSentSchema,
  inquiryOpenedSchema,
  inquiryOpenSchema,
  inquirySchema,
  inquirySummarySchema,
  messageInputSchema,
} from '#contracts/support.ts';
import type { Operation } from '../../operation.ts';

const path = '/api/support/inquiry/';
const guests = '会員はログイン、会員でない人は X-Inquiry-Token';

/** The operations of this resource, for the OpenAPI document. */
export const inquiryOperations: Operation[] = [
  {
    method: 'get',
    path,
    summary: 'お問い合わせの一覧',
    auth: 'user',
    query: z.object({ page: z.optional(z.string()) }),
    answer: pageOf(inquirySummarySchema),
  },
  {
    method: 'post',
    path,
    summary: '会員として問い合わせる',
    auth: 'user',
    body: inquiryInputSchema,
    answer: inquirySchema,
    status: 201,
  },
  {
    method: 'post',
    path: `${path}link/`,
    summary: '受付番号とメールアドレスで、確認のリンクをメールで受け取る。一致しなくても同じ回答になる',
    auth: 'none',
    body: inquiryLinkSchema,
    answer: inquiryLinkSentSchema,
    status: 202,
  },
  {
    method: 'post',
    path: `${path}open/`,
    summary: 'メールのリンクを開く(1回だけ)。24時間有効な X-Inquiry-Token を返す',
    auth: 'none',
    body: inquiryOpenSchema,
    answer: inquiryOpenedSchema,
    errors: { 410: 'link_expired' },
  },
  {
    method: 'get',
    path: `${path}{id}/`,
    summary: `お問い合わせのやりとり(${guests})`,
    auth: 'optional',
    answer: inquirySchema,
    errors: { 403: 'forbidden' },
  },
  {
    method: 'post',
    path: `${path}{id}/message/`,
    summary: `返信する(${guests})`,
    auth: 'optional',
    body: messageInputSchema,
    answer: inquirySchema,
    status: 201,
    errors: { 403: 'forbidden', 409: 'closed' },
  },
  {
    method: 'post',
    path: `${path}{id}/close/`,
    summary: `解決した(${guests})`,
    auth: 'optional',
    answer: inquirySchema,
    errors: { 403: 'forbidden' },
  },
  {
    method: 'post',
    path: `${path}{id}/reopen/`,
    summary: `終了から30日以内に再開する(${guests})`,
    auth: 'optional',
    answer: inquirySchema,
    errors: { 403: 'forbidden', 409: 'closed' },
  },
];
