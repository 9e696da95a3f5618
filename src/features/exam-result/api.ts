import { reportSchema, resultOverviewSchema, subjectResultSchema } from '#contracts/examResult.ts';

const examPath = (exam: string) => `/api/exam/mockexam/${encodeURIComponent(exam)}/result/`;

/** GET …/{id}/result/: 成績表, as it is read and kept (mirror/single.ts). `version`: of the cohort, empty: the newest. */
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
