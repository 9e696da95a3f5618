import {
  type DesiredInput,
  type Entry,
  type EntryInput,
  entrySchema,
  mockExamDetailSchema,
  mockExamPageSchema,
  schoolPageSchema,
} from '#contracts/exam.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import { mockExamPath } from './model.ts';

/** How the lists and one exam are read (mirror/single.ts). */
export const examsOf = (status: 'open' | 'mine' | 'past') => ({
  name: ['mockexam', 'list', status],
  path: mockExamPath,
  query: { status },
  schema: mockExamPageSchema,
});

export const examOf = (id: string) => ({
  name: ['mockexam', 'one', id],
  path: `${mockExamPath}${encodeURIComponent(id)}/`,
  schema: mockExamDetailSchema,
});

const entryPath = (id: string) => `${examOf(id).path}entry/`;

/** PATCH …/entry/: saves one part of the entry; the first part creates it. */
export function saveEntry(id: string, body: EntryInput, isNew: boolean, key: string): Promise<Entry> {
  return sendJson(isNew ? 'POST' : 'PATCH', entryPath(id), {
    body,
    schema: entrySchema,
    idempotencyKey: key,
  });
}

/** POST …/entry/cancel/. */
export function cancelEntry(id: string, key: string): Promise<Entry> {
  return sendJson('POST', `${entryPath(id)}cancel/`, { schema: entrySchema, idempotencyKey: key });
}

/** PUT …/entry/desired/{rank}/. */
export function putDesired(id: string, rank: number, body: DesiredInput, key: string): Promise<Entry> {
  return sendJson('PUT', `${entryPath(id)}desired/${rank}/`, {
    body,
    schema: entrySchema,
    idempotencyKey: key,
  });
}

/** DELETE …/entry/desired/{rank}/. */
export function deleteDesired(id: string, rank: number, key: string): Promise<Entry> {
  return sendJson('DELETE', `${entryPath(id)}desired/${rank}/`, { schema: entrySchema, idempotencyKey: key });
}

/** POST …/entry/desired/copy/: copies the 志望校 of the previous exam. */
export function copyDesired(id: string, key: string): Promise<Entry> {
  return sendJson('POST', `${entryPath(id)}desired/copy/`, { schema: entrySchema, idempotencyKey: key });
}

/** POST …/entry/desired/reorder/: the current ranks, in their new order. */
export function reorderDesired(id: string, ranks: number[], key: string): Promise<Entry> {
  return sendJson('POST', `${entryPath(id)}desired/reorder/`, {
    body: { ranks },
    schema: entrySchema,
    idempotencyKey: key,
  });
}

/** GET /api/exam/school/: schools with their borderline scores. */
export function searchSchools(query: Record<string, string>, signal: AbortSignal) {
  return getJson('/api/exam/school/', { query, schema: schoolPageSchema, signal });
}
