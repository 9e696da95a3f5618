import { examMediaPrefix, packCachePrefix } from '../worker/examMedia.ts';
import { deleteExamDb, examDbName, examDbNames, hashOf, openExamDbNamed } from './examDb.ts';
import { closePack } from './openPack.ts';

/**
 * Forgets the exams of a learner who has logged out (exams.md 3.2): questions, keys and notes always. Answers that the server does
 * not have stay until it has them, and are shown to nobody; with none left everything goes.
 */
export async function forgetExams(userId: string): Promise<void> {
  const name = await examDbName(userId).catch(() => null);
  if (name === null || !(await examDbNames()).includes(name)) return;
  const db = await openExamDbNamed(name);
  const rows = await db.attempts.toArray();
  for (const { id } of rows) await closePack(db, id);
  const hash = hashOf(name);
  if (typeof caches !== 'undefined') {
    await caches.delete(examMediaPrefix + hash);
    await caches.delete(packCachePrefix + hash);
  }
  await db.packs.clear();
  // What was noted beside the questions is never sent: nothing waits for it.
  await db.notes.clear();
  await db.strokes.clear();
  const dirty = await db.cells.filter(({ isDirty }) => isDirty === 1).count();
  const isUnsent =
    dirty > 0 || rows.some(({ state, switched }) => state !== 'submitted' && switched === null);
  if (!isUnsent) await deleteExamDb(name);
}
