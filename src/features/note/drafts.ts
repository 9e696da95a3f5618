import * as z from 'zod/mini';
import { storable } from '#contracts/plainText.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { savingFailed, savingFailedBehind, savingWorks } from '#shared/lib/storage/saving.ts';

const draftSchema = z.object({
  body: z.string(),
  sec: z.number(),
  base: z.optional(z.object({ rev: z.number(), body: z.string() })),
  left_out: z.optional(z.number()),
});

/**
 * A text that is being written. `sec`: the second of the lesson it belongs to. `base`: the text that the edit started
 * from. `left_out`: number of characters of a shared text that did not fit.
 */
export type NoteDraft = z.infer<typeof draftSchema>;

/**
 * The text that an edit starts from, and its revision. If another device has changed the note since then, both versions
 * are kept.
 */
export type NoteBase = { rev: number; body: string };

/** Name of the draft of a lesson's new note, or of an edit of a note. */
export const draftKeys = {
  ofLesson: (lessonId: string) => `note-draft:lesson:${lessonId}`,
  ofNote: (noteId: string) => `note-draft:note:${noteId}`,
};

/** What was being written when the tab was closed; `null`: nothing. */
export async function readDraft(db: UserDb, key: string): Promise<NoteDraft | null> {
  const row = await db.meta.get(key);
  return draftSchema.safeParse(row?.value).data ?? null;
}

/**
 * Stores a draft on the device with every keystroke, so that a killed tab loses nothing; `null` or an empty text
 * deletes it. When a session ends, it stays sealed for the same learner.
 */
export async function writeDraft(db: UserDb, key: string, draft: NoteDraft | null): Promise<void> {
  const body = storable(draft?.body ?? '');
  if (draft && body !== '') await db.meta.put({ key, value: { ...draft, body } });
  else await db.meta.delete(key);
}

/**
 * Drafts that the device could not store. They stay on the screen and here until the device can store them or the tab
 * is closed. The name of the database is part of the key, so that no learner sees another one's text.
 */
const unstored = new Map<string, NoteDraft>();
const nameOf = (db: UserDb, key: string) => `${db.name} ${key}`;

/** What is being written: on the device or, if that had no room, in this tab; `null`: nothing. */
export async function findDraft(db: UserDb, key: string): Promise<NoteDraft | null> {
  return unstored.get(nameOf(db, key)) ?? (await readDraft(db, key));
}

/** Stores a draft. If the device has no room, this tab keeps it, and the learner is told once. */
export async function keepDraft(db: UserDb, key: string, draft: NoteDraft | null): Promise<void> {
  try {
    await writeDraft(db, key, draft);
    unstored.delete(nameOf(db, key));
    savingWorks('draft');
  } catch (error) {
    console.warn('note: the draft could not be stored', error);
    if (draft) unstored.set(nameOf(db, key), draft);
    else unstored.delete(nameOf(db, key));
    savingFailedBehind(error, 'draft');
  }
}

/** A text was saved: this tab drops its own copy of it, but not what was typed since then. */
export function dropKept(db: UserDb, key: string, body: string): void {
  if (unstored.get(nameOf(db, key))?.body === body) unstored.delete(nameOf(db, key));
}

/**
 * Adds a text to the end of what is being written for a lesson; the existing text stays. `leftOut`: number of
 * characters that were cut off.
 */
export async function addToDraft(db: UserDb, lessonId: string, text: string, leftOut = 0): Promise<void> {
  const key = draftKeys.ofLesson(lessonId);
  const withText = (draft: NoteDraft | null): NoteDraft => {
    const left_out = (draft?.left_out ?? 0) + leftOut;
    return {
      body: draft ? `${draft.body}\n${text}` : text,
      sec: draft?.sec ?? 0,
      ...(left_out > 0 ? { left_out } : {}),
    };
  };
  try {
    await db.transaction('rw', db.meta, async () => writeDraft(db, key, withText(await findDraft(db, key))));
  } catch (error) {
    unstored.set(nameOf(db, key), withText(await findDraft(db, key)));
    savingFailed('draft', error);
  }
}
