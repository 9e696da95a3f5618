import { examMediaPrefix, packCachePrefix } from '../worker/examMedia.ts';
import { deleteExamDb, examDbName, examDbNames, hashOf, openExamDbNamed } from './examDb.ts';
import { closePack } from './openPack.ts';
import { isToSend } from './rows.ts';

/**
 * Deletes the exams of a learner who has logged out (exams.md 3.2): always questions, keys and notes. Answers that are
 * still to be sent stay until the server has them, and are shown to nobody. If there are none, everything is deleted,
 * also answers that the server does not count: the learner was told before (`unsentExamsOf`).
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
  // Notes beside the questions are never sent, so they need not wait.
  await db.notes.clear();
  await db.strokes.clear();
  if (!rows.some(isToSend)) await deleteExamDb(name);
}
