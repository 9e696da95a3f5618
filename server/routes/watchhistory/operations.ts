import * as z from 'zod/mini';
import { watchAnswerSchema, watchInputSchema, watchPageSchema, watchSchema } from '#contracts/study.ts';
import { get, type Operation, optionalText, pageQuery, remove, write } from '../../operation.ts';

/** The operations of `watchhistory/`, for the OpenAPI document. */
export const watchHistoryOperations: Operation[] = [
  get(
    '/api/lms/watchhistory/',
    '視聴履歴',
    watchPageSchema,
    z.object({ ...pageQuery, course: optionalText }),
  ),
  get('/api/lms/watchhistory/{lesson}/', 'レッスンの視聴履歴', watchSchema),
  write('put', '/api/lms/watchhistory/{lesson}/', '視聴位置を送る', {
    body: watchInputSchema,
    answer: watchAnswerSchema,
  }),
  write('post', '/api/lms/watchhistory/{lesson}/', '視聴位置を送る(ページを離れるとき)', {
    body: watchInputSchema,
    answer: watchAnswerSchema,
  }),
  remove('/api/lms/watchhistory/', '視聴履歴をすべて消す'),
  remove('/api/lms/watchhistory/{lesson}/', '視聴履歴を1件消す'),
];
