import { and, asc, count, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod/mini';
import { judgeNoteChange } from '#contracts/noteRule.ts';
import type { noteInputSchema, notePatchSchema, noteSchema } from '#contracts/study.ts';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { notes } from '../../db/schema/learning.ts';
import { ApiError } from '../../errors.ts';

export type NoteRow = typeof notes.$inferSelect;
type NoteInput = z.output<typeof noteInputSchema>;
type NotePatch = z.output<typeof notePatchSchema>;

/** A note as the API sends it (product.md 2.1 Note). */
export function presentNote(row: NoteRow): z.input<typeof noteSchema> {
  return {
    id: row.id,
    lesson: row.lessonId,
    course: row.courseId,
    sec: row.sec,
    body: row.body,
    rev: row.rev,
    modified: row.modified.toISOString(),
  };
}

/** One page of a user's notes: of a lesson in the order of the lesson, else last changed first. */
export async function pageOfNotes(
  db: Db,
  userId: number,
  page: number,
  filter: { lesson?: number | undefined; course?: number | undefined },
) {
  const where = and(
    eq(notes.userId, userId),
    isNull(notes.deletedAt),
    filter.lesson === undefined ? undefined : eq(notes.lessonId, filter.lesson),
    filter.course === undefined ? undefined : eq(notes.courseId, filter.course),
  );
  const totals = await db.select({ count: count() }).from(notes).where(where);
  const { limit, offset } = pageSlice(page);
  const order =
    filter.lesson === undefined ? [desc(notes.modified), asc(notes.id)] : [asc(notes.sec), asc(notes.id)];
  const rows = await db
    .select()
    .from(notes)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows };
}

/** The user's note of this id, also a deleted one, locked until the end of the transaction; or `null`. */
export async function lockNote(tx: Tx, userId: number, id: string): Promise<NoteRow | null> {
  const rows = await tx
    .select()
    .from(notes)
    .where(and(eq(notes.userId, userId), eq(notes.id, id)))
    .for('update');
  return rows[0] ?? null;
}

/**
 * Stores a new note, or answers the one that is already there under this id: a repeated create changes nothing.
 * Throws 409 `conflict` when that note was deleted meanwhile.
 */
export async function createNote(
  tx: Tx,
  userId: number,
  lesson: { id: number; courseId: number },
  input: NoteInput,
  now: Date,
): Promise<{ row: NoteRow; isNew: boolean }> {
  const made = await tx
    .insert(notes)
    .values({
      userId,
      id: input.id,
      lessonId: lesson.id,
      courseId: lesson.courseId,
      sec: input.sec,
      body: input.body,
      rev: 1,
      created: now,
      modified: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made[0]) return { row: made[0], isNew: true };
  const row = await lockNote(tx, userId, input.id);
  if (!row || row.deletedAt) {
    throw new ApiError(409, 'conflict', 'このメモはほかの端末で削除されています。');
  }
  return { row, isNew: false };
}

/**
 * Changes a note by contracts/noteRule.ts. Throws 412 `conflict` with both versions (contracts noteConflictSchema) when
 * another device changed it meanwhile.
 */
export async function changeNote(tx: Tx, row: NoteRow, patch: NotePatch, now: Date): Promise<NoteRow> {
  const sec = patch.sec ?? row.sec;
  const verdict = judgeNoteChange(row, { body: patch.body, sec, rev: patch.rev });
  if (verdict === 'same') return row;
  if (verdict === 'conflict') throw conflict(row, patch.body);
  const rows = await tx
    .update(notes)
    .set({ body: patch.body, sec, rev: row.rev + 1, modified: now })
    .where(and(eq(notes.userId, row.userId), eq(notes.id, row.id)))
    .returning();
  return rows[0] ?? row;
}

/**
 * Deletes a note: the row stays as a tombstone without its text. A repetition changes nothing. Throws 412 `conflict`
 * when the note was changed after `rev`, so that nobody deletes a text that they have not read.
 */
export async function deleteNote(tx: Tx, row: NoteRow, rev: number | undefined, now: Date): Promise<void> {
  if (row.deletedAt) return;
  if (rev !== undefined && rev !== row.rev) throw conflict(row, '');
  await tx
    .update(notes)
    .set({ body: '', deletedAt: now, modified: now, rev: row.rev + 1 })
    .where(and(eq(notes.userId, row.userId), eq(notes.id, row.id)));
}

function conflict(row: NoteRow, mine: string): ApiError {
  const detail = 'このメモはほかの端末で変更されています。どちらの内容を残すか選んでください。';
  return new ApiError(412, 'conflict', detail, {
    data: { current: presentNote(row), yours: { body: mine } },
  });
}
