import type { Note } from '#contracts/study.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import { type FetchOptions, syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { getNotePage } from './api.ts';
import { saveNoteAnswer, saveNotesOfCourse } from './local.ts';
import { combineNotes, noteKind } from './model.ts';

/** Upper limit in case a list never ends: 2 000 notes in a course. */
const mostPages = 100;

/** Query keys of this feature. */
export const noteKeys = { course: (courseId: string) => ['note', 'course', courseId] as const };

/** Loads every note of a course onto the device. */
export function syncNotesOfCourse(db: UserDb, courseId: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => fetchAll(courseId, options),
    save: (notes, times) => saveNotesOfCourse(db, courseId, notes, times),
    forget: async () => undefined,
    hasCopy: async () => true,
  });
}

/** How the outbox handles changes of notes. */
export const noteOutbox: OutboxKind = {
  kind: noteKind,
  tables: ['notes'],
  combine: combineNotes,
  answered: saveNoteAnswer,
  refreshes: () => [],
};

async function fetchAll(courseId: string, options: FetchOptions): Promise<Note[]> {
  const notes: Note[] = [];
  let query: string | null = new URLSearchParams({ course: courseId }).toString();
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    const answer = await getNotePage(query, `course:${courseId}`, options);
    notes.push(...answer.results);
    query = linkToKeep(answer.next);
  }
  return notes;
}
