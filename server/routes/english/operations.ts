import * as z from 'zod/mini';
import { englishHistorySchema, englishTestsSchema } from '#contracts/exam.ts';
import { subjectResultSchema } from '#contracts/examResult.ts';
import { get, type Operation, optionalText } from '../../operation.ts';

const base = '/api/english/test/';

/** The operations of this resource, for the OpenAPI document. */
export const englishOperations: Operation[] = [
  get(base, '受けられる英語テスト', englishTestsSchema),
  get(`${base}history/`, '受けた英語テスト', englishHistorySchema),
  get(`${base}{id}/answer/`, '解答と解説', subjectResultSchema, z.object({ attempt: optionalText })),
];
