import * as z from 'zod/mini';
import {
  desiredInputSchema,
  entryInputSchema,
  entrySchema,
  mockExamDetailSchema,
  mockExamPageSchema,
  reorderInputSchema,
  schoolPageSchema,
} from '#contracts/exam.ts';
import { get, type Operation, optionalText, pageQuery, write } from '../../operation.ts';

const base = '/api/exam/mockexam/';
const one = `${base}{id}/`;
const rank = `${one}entry/desired/{rank}/`;
const desired = entrySchema.shape.desired.item;
const closed = { 409: 'entry_closed' };

/** The operations of this resource, for the OpenAPI document. */
export const examOperations: Operation[] = [
  get(base, '模試の一覧', mockExamPageSchema, z.object({ ...pageQuery, status: optionalText })),
  get(one, '模試と自分の申し込み', mockExamDetailSchema),
  write('post', `${one}entry/`, '申し込みの入力(基本情報・受験環境・志望校未定)', {
    body: entryInputSchema,
    answer: entrySchema,
    errors: { ...closed, 422: 'subject_rule' },
  }),
  write('patch', `${one}entry/`, '申し込みの変更', {
    body: entryInputSchema,
    answer: entrySchema,
    errors: { ...closed, 422: 'subject_rule' },
  }),
  write('post', `${one}entry/cancel/`, '申し込みの取り消し(受験開始まで)', {
    answer: entrySchema,
    errors: { 409: 'entry_closed, order_open, order_paid' },
  }),
  get(rank, '志望校1つ', desired),
  write('put', rank, '志望校の登録', {
    body: desiredInputSchema,
    answer: entrySchema,
    errors: { 409: 'duplicate, entry_closed', 422: 'rank_invalid' },
  }),
  {
    method: 'delete',
    path: rank,
    summary: '志望校の取り消し',
    auth: 'user',
    answer: entrySchema,
    errors: closed,
  },
  write('post', `${one}entry/desired/reorder/`, '志望校の並べ替え', {
    body: reorderInputSchema,
    answer: entrySchema,
    errors: { ...closed, 422: 'rank_invalid' },
  }),
  write('post', `${one}entry/desired/copy/`, '前の模試の志望校をうつす', {
    answer: entrySchema,
    errors: { 409: 'entry_closed, conflict' },
  }),
  get(
    '/api/exam/school/',
    '学校・学部・方式とボーダー',
    schoolPageSchema,
    z.object({ ...pageQuery, q: optionalText, prefecture: optionalText, kind: optionalText }),
  ),
];
