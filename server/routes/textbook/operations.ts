import { textbookBundleSchema } from '#contracts/lesson.ts';
import { get, type Operation } from '../../operation.ts';

/** The operations of `textbook/`, for the OpenAPI document. */
export const textbookOperations: Operation[] = [
  get('/api/lms/textbook/{bundle}/', 'テキスト', textbookBundleSchema),
];
