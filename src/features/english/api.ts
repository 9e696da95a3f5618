import { englishHistorySchema, englishTestsSchema } from '#contracts/exam.ts';
import { subjectResultSchema } from '#contracts/examResult.ts';

const testPath = '/api/english/test/';

/** GET /api/english/test/: as it is read and kept (mirror/single.ts). */
export const testsOf = { name: ['english', 'tests'], path: testPath, schema: englishTestsSchema };

/** GET /api/english/test/history/. */
export const historyOf = {
  name: ['english', 'history'],
  path: `${testPath}history/`,
  schema: englishHistorySchema,
};

/** GET /api/english/test/{id}/answer/. `attempt`: empty: the last one. */
export const answerOf = (id: string, attempt: string) => ({
  name: ['english', 'answer', id, attempt],
  path: `${testPath}${encodeURIComponent(id)}/answer/`,
  query: attempt === '' ? {} : { attempt },
  schema: subjectResultSchema,
});
