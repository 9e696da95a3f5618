import * as z from 'zod/mini';
import { noticePageSchema, noticeSchema } from '#contracts/study.ts';
import { type Operation, optionalText, pageQuery, publicGet } from '../../operation.ts';

/** The operations of `notice/`, for the OpenAPI document. */
export const noticeOperations: Operation[] = [
  publicGet(
    '/api/cms/notice/',
    'お知らせ',
    noticePageSchema,
    z.object({ ...pageQuery, category: optionalText }),
  ),
  publicGet('/api/cms/notice/{id}/', 'お知らせ1件', noticeSchema),
  { method: 'post', path: '/api/cms/notice/{id}/read/', summary: 'お知らせを読んだ', auth: 'user' },
  { method: 'post', path: '/api/cms/notice/read_all/', summary: 'お知らせをすべて読んだ', auth: 'user' },
];
