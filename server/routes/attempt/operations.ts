import * as z from 'zod/mini';
import {
  answersInputSchema,
  attemptRefusalSchema,
  attemptSchema,
  checkresultSchema,
  incidentInputSchema,
  incidentSchema,
  leaseInputSchema,
  packManifestSchema,
  savedSchema,
  selfscoreInputSchema,
  selfscoreSchema,
  startInputSchema,
  submitInputSchema,
  submittedSchema,
  timeSchema,
} from '#contracts/examAttempt.ts';
import {
  reportPdfInputSchema,
  reportPdfSchema,
  reportSchema,
  subjectResultSchema,
} from '#contracts/examResult.ts';
import { get, type Operation, optionalText } from '../../operation.ts';

const byToken = '受験の X-Attempt-Token で送る';
const refusal = { 409: attemptRefusalSchema, 423: attemptRefusalSchema };

/** Packs and attempts below an address of exams. */
function attemptOperations(base: string, what: string): Operation[] {
  const one = `${base}{id}/attempt/{attempt}/`;
  return [
    {
      ...get(
        `${base}{id}/pack/{subject}/`,
        `${what}の問題パックの一覧。暗号化してあり、鍵は開始の回答にある`,
        packManifestSchema,
      ),
      errors: { 403: 'not_open, not_entered' },
    },
    {
      method: 'post',
      path: `${base}{id}/attempt/`,
      summary: `${what}を始める。始めてあればその受験`,
      auth: 'user',
      body: startInputSchema,
      answer: attemptSchema,
      status: 201,
      errors: {
        402: 'payment_required',
        409: 'not_open, not_entered, already_submitted, other_subject_running, too_soon',
        412: 'pack_outdated',
      },
      errorFields: { 409: attemptRefusalSchema, 412: attemptRefusalSchema },
    },
    get(one, `${what}の受験の今の状態`, attemptSchema, z.object({ device_id: optionalText })),
    {
      method: 'put',
      path: `${one}answers/`,
      summary: `解答を保存する。繰り返しても順が違っても同じ(${byToken})`,
      auth: 'none',
      body: answersInputSchema,
      answer: savedSchema,
      errors: { 403: 'attempt_token', 409: 'closed', 413: 'too_large', 423: 'lease_lost' },
      errorFields: refusal,
    },
    {
      method: 'post',
      path: `${one}lease/`,
      summary: 'この端末を担当端末にする',
      auth: 'user',
      body: leaseInputSchema,
      answer: attemptSchema,
      errors: { 409: 'closed', 423: 'lease_held' },
      errorFields: refusal,
    },
    {
      method: 'post',
      path: `${one}submit/`,
      summary: `提出する。同じ解答でもう一度送ると同じ受付番号(${byToken})`,
      auth: 'none',
      body: submitInputSchema,
      answer: submittedSchema,
      errors: { 403: 'attempt_token', 409: 'closed', 412: 'unsynced', 423: 'lease_lost' },
      errorFields: { ...refusal, 412: attemptRefusalSchema },
    },
    {
      method: 'post',
      path: `${one}incident/`,
      summary: `通信や端末のトラブルを報告する(${byToken})`,
      auth: 'none',
      body: incidentInputSchema,
      answer: incidentSchema,
      status: 201,
      errors: { 403: 'attempt_token', 409: 'already_reported, closed' },
    },
    {
      method: 'post',
      path: `${one}selfscore/`,
      summary: `記述問題の自己採点の点を入れる(${byToken})`,
      auth: 'none',
      body: selfscoreInputSchema,
      answer: selfscoreSchema,
      errors: { 403: 'attempt_token', 409: 'conflict', 422: 'over_points' },
    },
    get(
      `${base}{id}/checkresult/`,
      `${what}の提出直後の採点`,
      checkresultSchema,
      z.object({ subject: z.string(), attempt: z.optional(z.string()) }),
    ),
    get(`${base}{id}/result/`, `${what}の成績表`, reportSchema, z.object({ version: optionalText })),
    {
      method: 'post',
      path: `${base}{id}/result/pdf/`,
      summary: `${what}の成績表のPDFを頼む。同じ内容なら同じもの`,
      auth: 'user',
      body: reportPdfInputSchema,
      answer: reportPdfSchema,
      status: 202,
      errors: { 409: 'document_pending' },
    },
    {
      method: 'get',
      path: `${base}{id}/result/pdf/{paper}/`,
      summary: `${what}の成績表のPDF(application/pdf)。作っている間は202でその状態`,
      auth: 'user',
    },
    get(`${base}{id}/result/{attempt}/`, `${what}の1科目の結果`, subjectResultSchema),
  ];
}

/** The operations of attempts, for the OpenAPI document. */
export const attemptAndResultOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/exam/time/',
    summary: 'サーバーの時刻',
    auth: 'none',
    answer: timeSchema,
  },
  ...attemptOperations('/api/exam/mockexam/', '模試'),
  ...attemptOperations('/api/english/test/', '英語テスト'),
];
