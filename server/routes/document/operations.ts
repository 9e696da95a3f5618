import * as z from 'zod/mini';
import {
  consentInputSchema,
  consentSchema,
  documentListSchema,
  documentSchema,
  receiptInputSchema,
} from '#contracts/shopDocument.ts';
import { get, type Operation, write } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const documentOperations: Operation[] = [
  {
    ...write(
      'post',
      '/api/shop/order/{id}/receipt/',
      '領収書を発行する。宛名は一度だけ決められる。適格請求書発行事業者なら適格請求書も作る',
      {
        body: receiptInputSchema,
        answer: documentSchema,
        errors: { 409: 'conflict' },
      },
    ),
    status: 202,
  },
  get('/api/shop/order/{id}/document/', '注文の書類の一覧', documentListSchema),
  {
    method: 'get',
    path: '/api/shop/document/{id}/',
    summary: '書類のPDF。作っている間は202で書類の状態。copy=reissue で「再発行」と記した同じ内容',
    auth: 'user',
    query: z.object({ copy: z.optional(z.literal('reissue')) }),
  },
  write(
    'post',
    '/api/shop/document/{id}/received/',
    '契約書面を受け取ったことを確認する。クーリング・オフの期間が始まる',
    {
      answer: documentSchema,
      errors: { 409: 'document_pending' },
    },
  ),
  {
    method: 'get',
    path: '/api/shop/checkout/{id}/outline/',
    summary: '注文の前に読む概要書面のPDF',
    auth: 'user',
    errors: { 409: 'document_pending' },
  },
  get('/api/shop/checkout/{id}/consent/', '契約の書面をPDFで受け取ることへの同意の状態', consentSchema),
  write('post', '/api/shop/checkout/{id}/consent/', '契約の書面をPDFで受け取ることに同意する', {
    body: consentInputSchema,
    answer: consentSchema,
  }),
];
