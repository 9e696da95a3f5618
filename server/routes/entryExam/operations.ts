import {
  entryAnswersSchema,
  entryAppliedSchema,
  entryExamSchema,
  entryInputSchema,
  entrySavedSchema,
  entryTestSchema,
} from '#contracts/entryExam.ts';
import type { Operation } from '../../operation.ts';

const byLink = 'メールのリンクの値を X-Entry-Token で送る';
const gone = { 410: 'link_expired' };
const base = '/api/exam/entry/';

/** The operations of this resource, for the OpenAPI document. */
export const entryExamOperations: Operation[] = [
  {
    method: 'get',
    path: base,
    summary: '実力診断テストの教科と分野',
    auth: 'none',
    answer: entryExamSchema,
  },
  {
    method: 'post',
    path: base,
    summary: '実力診断テストに申し込む。どのアドレスでも同じ回答になり、メールの内容だけが違う',
    auth: 'none',
    body: entryInputSchema,
    answer: entryAppliedSchema,
    status: 202,
  },
  {
    method: 'get',
    path: `${base}test/`,
    summary: `テストの状態。終わると結果も入る(${byLink})`,
    auth: 'none',
    answer: entryTestSchema,
    errors: gone,
  },
  {
    method: 'post',
    path: `${base}test/{subject}/start/`,
    summary: `教科を始める。始めてあれば続き(${byLink})`,
    auth: 'none',
    answer: entryTestSchema,
    errors: { 409: 'conflict, closed', ...gone },
  },
  {
    method: 'put',
    path: `${base}test/{subject}/answers/`,
    summary: `解答を保存する。問題ごとに後の変更が残る(${byLink})`,
    auth: 'none',
    body: entryAnswersSchema,
    answer: entrySavedSchema,
    errors: { 409: 'closed', ...gone },
  },
  {
    method: 'post',
    path: `${base}test/{subject}/submit/`,
    summary: `教科を提出する(${byLink})`,
    auth: 'none',
    body: entryAnswersSchema,
    answer: entryTestSchema,
    errors: gone,
  },
  {
    method: 'post',
    path: `${base}test/finish/`,
    summary: `残りの教科を受けずに終える(${byLink})`,
    auth: 'none',
    answer: entryTestSchema,
    errors: { 409: 'conflict', ...gone },
  },
];
