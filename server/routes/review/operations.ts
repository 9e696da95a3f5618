import * as z from 'zod/mini';
import {
  reviewAddedSchema,
  reviewAddInputSchema,
  reviewAnsweredSchema,
  reviewAnswerInputSchema,
  reviewCardInputSchema,
  reviewCardSchema,
  reviewCardsSchema,
  reviewSchema,
} from '#contracts/review.ts';
import { get, type Operation, optionalText, write } from '../../operation.ts';

const base = '/api/lms/review/';

/** The operations of this resource, for the OpenAPI document. */
export const reviewOperations: Operation[] = [
  get(base, '復習カードと復習の記録。前回の続きから', reviewSchema, z.object({ after: optionalText })),
  get(
    `${base}cards/`,
    'idで選んだ自分のカード。図と音声のアドレスは新しいもの',
    reviewCardsSchema,
    z.object({ ids: z.string() }),
  ),
  write('post', `${base}answer/`, '復習の記録を送る。同じ記録は1回だけ残る', {
    body: reviewAnswerInputSchema,
    answer: reviewAnsweredSchema,
  }),
  write('post', `${base}add/`, '受けた試験の問題を復習に追加する', {
    body: reviewAddInputSchema,
    answer: reviewAddedSchema,
    errors: { 409: 'not_open, conflict' },
  }),
  write('patch', `${base}{id}/`, 'カードを休みにする・戻す', {
    body: reviewCardInputSchema,
    answer: reviewCardSchema,
  }),
  {
    method: 'get',
    path: `${base}file/{subject}/{name}/`,
    summary: '復習カードの図と音声。カードの回答にある署名つきのアドレス',
    auth: 'none',
    query: z.object({ e: z.string(), s: z.string() }),
    errors: { 403: 'forbidden' },
  },
];
