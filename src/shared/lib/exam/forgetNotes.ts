import type { ExamDb } from './examDb.ts';

/** Deletes memos, marks and drawings of an attempt from this device (exams.md 3.2). */
export async function forgetNotes(db: ExamDb, attempt: string): Promise<void> {
  await db.transaction('rw', db.notes, db.strokes, async () => {
    await db.notes.where('attempt').equals(attempt).delete();
    await db.strokes.where('attempt').equals(attempt).delete();
  });
}
