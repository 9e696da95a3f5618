import {
  type ReportPdf,
  reportPdfSchema,
  reportSchema,
  resultOverviewSchema,
  subjectResultSchema,
} from '#contracts/examResult.ts';
import { sendJson } from '#shared/lib/http/json.ts';

const examPath = (exam: string) => `/api/exam/mockexam/${encodeURIComponent(exam)}/result/`;

/**
 * GET …/{id}/result/: 成績表, as it is read and stored (mirror/single.ts). `version`: of the cohort; empty: the newest.
 */
export const reportOf = (exam: string, version: string) => ({
  name: ['exam-result', 'report', exam, version],
  path: examPath(exam),
  query: version === '' ? {} : { version },
  schema: reportSchema,
});

/** GET …/{id}/result/{attempt}/. */
export const subjectResultOf = (exam: string, attempt: string) => ({
  name: ['exam-result', 'subject', exam, attempt],
  path: `${examPath(exam)}${encodeURIComponent(attempt)}/`,
  schema: subjectResultSchema,
});

/** GET /api/exam/result/. */
export const overviewOf = {
  name: ['exam-result', 'overview'],
  path: '/api/exam/result/',
  schema: resultOverviewSchema,
};

/** Which 成績表 is requested as PDF. `version` 0: the newest. */
export type WantedPdf = { version: number; naishin: boolean };

/** POST …/{id}/result/pdf/: the same request gives the same PDF, so no idempotency key is needed. */
export function askReportPdf(exam: string, { version, naishin }: WantedPdf): Promise<ReportPdf> {
  return sendJson('POST', `${examPath(exam)}pdf/`, {
    body: { ...(version > 0 ? { version } : {}), naishin },
    schema: reportPdfSchema,
  });
}
