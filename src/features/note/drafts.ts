import * as z from 'zod/mini';
import type { UserDb } from '#shared/lib/db/schema.ts';

const draftSchema = z.object({
  body: z.string(),
  sec: z.number(),
  base: z.optional(z.object({ rev: z.number(), body: z.string() })),
});

/** A text that is being written. `sec`: the second of the lesson it belongs to. `base`: what a change was begun on. */
export type NoteDraft = z.infer<typeof draftSchema>;

/** The text a change is made on, and the last revision known then; both versions are kept when it is another's by now. */
export type NoteBase = { rev: number; body: string };

/** Name of the draft of a new note of a lesson, or of the change of a note. */
export const draftKeys = {
  ofLesson: (lessonId: string) => `note-draft:lesson:${lessonId}`,
  ofNote: (noteId: string) => `note-draft:note:${noteId}`,
};

/** What was being written when the tab went away; `null`: nothing. */
export async function readDraft(db: UserDb, key: string): Promise<NoteDraft | null> {
  const row = await db.meta.get(key);
  return draftSchema.safeParse(row?.value).data ?? null;
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
