import {
  type EntryAnswersInput,
  type EntryExam,
  type EntryInput,
  type EntrySubject,
  type EntryTest,
  entryAppliedSchema,
  entryExamSchema,
  entrySavedSchema,
  entryTestSchema,
  entryTokenHeader,
} from '#contracts/entryExam.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';

const path = '/api/exam/entry/';
const testPath = `${path}test/`;
/** A screen that has all its data on the device stays, even if the server reports maintenance (session.md 15.3). */
const stay = { whileMaintenance: 'stay' } as const;
const right = (token: string) => ({ [entryTokenHeader]: token });

/** GET /api/exam/entry/: what the test measures. */
export function getEntryExam(options: FetchOptions): Promise<EntryExam> {
  return getJson(path, { schema: entryExamSchema, ...options });
}

/** POST /api/exam/entry/; the answer is the same for every address. */
export function postApplication(body: EntryInput, idempotencyKey: string) {
  return sendJson('POST', path, { body, idempotencyKey, schema: entryAppliedSchema });
}

/** GET …/test/: the test as the server has it. */
export function getTest(token: string): Promise<EntryTest> {
  return getJson(testPath, {
    schema: entryTestSchema,
    headers: right(token),
    slot: token,
    isReload: true,
    ...stay,
  });
}

/** POST …/test/{subject}/start/: the time of the subject starts. */
export function startSubject(token: string, subject: EntrySubject): Promise<EntryTest> {
  return sendJson('POST', `${testPath}${subject}/start/`, {
    schema: entryTestSchema,
    headers: right(token),
    ...stay,
  });
}

/** PUT …/test/{subject}/answers/: all answers of a subject; sending the same again changes nothing. */
export function putAnswers(token: string, subject: EntrySubject, body: EntryAnswersInput) {
  return sendJson('PUT', `${testPath}${subject}/answers/`, {
    body,
    schema: entrySavedSchema,
    headers: right(token),
    ...stay,
  });
}

/** POST …/test/{subject}/submit/: hands a subject in with its last answers. */
export function submitSubject(
  token: string,
  subject: EntrySubject,
  body: EntryAnswersInput,
): Promise<EntryTest> {
  return sendJson('POST', `${testPath}${subject}/submit/`, {
    body,
    schema: entryTestSchema,
    headers: right(token),
    ...stay,
  });
}

/** POST …/test/finish/: ends the test and gives the result without the remaining subjects. */
export function finishTest(token: string): Promise<EntryTest> {
  return sendJson('POST', `${testPath}finish/`, {
    schema: entryTestSchema,
    headers: right(token),
    ...stay,
  });
}
