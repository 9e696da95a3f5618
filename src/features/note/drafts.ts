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
 * A text that is being written. `sec`: the second of the lesson it belongs to. `base`: what a change was begun on.
 * `left_out`: characters of a shared text that did not fit in.
 */
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
  const body = storable(draft?.body ?? '');
  if (draft && body !== '') await db.meta.put({ key, value: { ...draft, body } });
  else await db.meta.delete(key);
}

/**
 * Texts that the device could not take: they are on the screen and here, until it does or the tab is closed. By
 * database: what one learner writes is nobody else's.
 */
const unstored = new Map<string, NoteDraft>();
const nameOf = (db: UserDb, key: string) => `${db.name} ${key}`;

/** What is being written, on the device or, where that had no room for it, in this tab; `null`: nothing. */
export async function findDraft(db: UserDb, key: string): Promise<NoteDraft | null> {
  return unstored.get(nameOf(db, key)) ?? (await readDraft(db, key));
}

/** Keeps a draft; where the device has no room for it this tab does, and the learner is told once. */
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

/** A text was saved: what this tab kept of it is over, what has been written since is not. */
export function dropKept(db: UserDb, key: string, body: string): void {
  if (unstored.get(nameOf(db, key))?.body === body) unstored.delete(nameOf(db, key));
}

/**
 * Puts a text under what is being written for a lesson; what is there already stays. `leftOut`: characters that were cut
 * off it.
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
