import { supportFileSchema } from '#contracts/support.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const fileOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/support/file/',
    summary:
      'お問い合わせに添付するファイルを送る(multipart/form-data の file。画像・PDF、1件5MB、1日100MBまで)',
    auth: 'optional',
    answer: supportFileSchema,
    status: 201,
    errors: { 413: 'too_large', 415: 'file_type' },
  },
  {
    method: 'get',
    path: '/api/support/file/{id}/',
    summary: '添付ファイルの中身。お問い合わせを見られる人だけが受け取れる',
    auth: 'optional',
  },
];
