import type * as z from 'zod/mini';
import { notePageSchema } from '#contracts/study.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { notePath } from './model.ts';

/** A page of notes. */
export type NotePage = z.output<typeof notePageSchema>;

/** GET /api/lms/note/ with the query of a page. */
export function getNotePage(query: string, slot: string, options: FetchOptions): Promise<NotePage> {
  return getJson(notePath, { query: pageQuery(query), schema: notePageSchema, slot, ...options });
}
