import { writeMakingRoom } from '../storage/saving.ts';
import { examMediaPrefix, packCachePrefix } from '../worker/examMedia.ts';
import {
  deleteExamDb,
  type ExamDb,
  examDbName,
  examDbNames,
  hashOf,
  isOpenExamDb,
  openExamDbNamed,
} from './examDb.ts';
import { closePack } from './openPack.ts';
import { isToSend } from './rows.ts';

/** Row of `keys` that says: the owner has logged out, and only what is to be sent is kept. */
const leftId = 'left';

/**
 * Deletes the exams of a learner who has logged out (exams.md 3.2): always questions, keys and notes. Answers that are
 * still to be sent stay until the server has them (`forgetIfSent`), and are shown to nobody. If there are none,
 * everything is deleted, also answers that the server does not count: the learner was told before (`unsentExamsOf`).
 */
export async function forgetExams(userId: string): Promise<void> {
  const name = await examDbName(userId).catch(() => null);
  if (name === null || !(await examDbNames()).includes(name)) return;
  const db = await openExamDbNamed(name);
  const rows = await db.attempts.toArray();
  for (const { id } of rows) await closePack(db, id);
  await dropFiles(name);
  await db.packs.clear();
  // Notes beside the questions are never sent, so they need not wait.
  await db.notes.clear();
  await db.strokes.clear();
  if (!rows.some(isToSend)) return deleteExamDb(name);
  try {
    await writeMakingRoom(() => db.keys.put({ id: leftId, value: name }));
  } catch (error) {
    // Then it is deleted when nobody has come back for it (`deleteForgottenExams`).
    console.warn('exam: not marked as left', error);
  }
}

async function dropFiles(name: string): Promise<void> {
  if (typeof caches === 'undefined') return;
  const hash = hashOf(name);
  await caches.delete(examMediaPrefix + hash);
  await caches.delete(packCachePrefix + hash);
}

/**
 * Deletes what a log-out has left here, once nothing of it is to be sent any more: who uses the device next must not
 * have the answers of who was here before.
 *
 * @returns whether it is deleted.
 */
export async function forgetIfSent(db: ExamDb): Promise<boolean> {
  if ((await db.keys.get(leftId)) === undefined) return false;
  if ((await db.attempts.toArray()).some(isToSend)) return false;
  if (!isOpenExamDb(db)) db.close();
  await deleteExamDb(db.name);
  await dropFiles(db.name);
  return true;
}

/** The learner has logged in again: what waits here is kept for them, as before the log-out. */
export async function keepExams(userId: string): Promise<void> {
  const name = await examDbName(userId);
  if (!(await examDbNames()).includes(name)) return;
  const db = await openExamDbNamed(name);
  try {
    await db.keys.delete(leftId);
  } finally {
    if (!isOpenExamDb(db)) db.close();
  }
}
