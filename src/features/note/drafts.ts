import type { UserDb } from '#shared/lib/db/schema.ts';

/** A text that is being written. `sec`: the second of the lesson it belongs to. */
export type NoteDraft = { body: string; sec: number };

/** Name of the draft of a new note of a lesson, or of the change of a note. */
export const draftKeys = {
  ofLesson: (lessonId: string) => `note-draft:lesson:${lessonId}`,
  ofNote: (noteId: string) => `note-draft:note:${noteId}`,
};

/** What was being written when the tab went away; `null`: nothing. */
export async function readDraft(db: UserDb, key: string): Promise<NoteDraft | null> {
  const row = await db.meta.get(key);
  const value = row?.value as Partial<NoteDraft> | undefined;
  if (typeof value?.body !== 'string' || typeof value.sec !== 'number') return null;
  return { body: value.body, sec: value.sec };
}

/**
 * Keeps a draft on the device with every keystroke, so that a killed tab loses nothing; `null` or an empty text
 * forgets it. It stays sealed for the same learner when a session ends.
 */
export async function writeDraft(db: UserDb, key: string, draft: NoteDraft | null): Promise<void> {
  if (draft && draft.body !== '') await db.meta.put({ key, value: draft });
  else await db.meta.delete(key);
}

/** Puts a text under what is being written for a lesson; what is there already stays. */
export async function addToDraft(db: UserDb, lessonId: string, text: string): Promise<void> {
  const key = draftKeys.ofLesson(lessonId);
  await db.transaction('rw', db.meta, async () => {
    const draft = await readDraft(db, key);
    const body = draft ? `${draft.body}\n${text}` : text;
    await writeDraft(db, key, { body, sec: draft?.sec ?? 0 });
  });
}
