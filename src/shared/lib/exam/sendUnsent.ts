import { now } from '../time/clock.ts';
import { createAttempt } from './attempt.ts';
import type { AttemptDeps } from './attemptCore.ts';
import { countUnconfirmed, createAttemptStore } from './attemptStore.ts';
import { deleteExamDb, type ExamDb, examDbNames, isOpenExamDb, openExamDbNamed } from './examDb.ts';
import { forgetIfSent } from './forgetExams.ts';
import { closePack } from './openPack.ts';
import { isToSend } from './rows.ts';
import { whenUnused } from './tabTurn.ts';

/**
 * Data that its owner does not come back for is deleted after this time, ms, if the server has everything of it
 * (exams.md 3.2).
 */
const keptForMs = 30 * 24 * 60 * 60_000;
/** The questions stay on the device for this long after the deadline, ms. */
const openForMs = 24 * 60 * 60_000;

/** Whether the server may lack something of an attempt. */
async function isUnsent(db: ExamDb, id: string): Promise<boolean> {
  const row = await db.attempts.get(id);
  if (!row || !isToSend(row)) return false;
  if (row.switched !== null) return true;
  if (row.state === 'sealed' || row.deadline <= now()) return true;
  return (await countUnconfirmed(db, id)) > 0;
}

async function send(db: ExamDb, id: string, deps: Omit<AttemptDeps, 'db'>): Promise<void> {
  const stored = await createAttemptStore(db, id, () => undefined).load();
  if (!stored?.row.token) return;
  const attempt = createAttempt(stored, { ...deps, db });
  await attempt.startUnseen();
  await attempt.settle();
  await attempt.stop();
}

/** Deletes keys and decrypted questions of attempts that are over. */
async function tidy(db: ExamDb): Promise<void> {
  for (const { id, state, deadline } of await db.attempts.toArray())
    if (state === 'submitted' || deadline + openForMs < now()) await closePack(db, id);
}

/**
 * The exam sender (exams.md 3.2). At every start of the app it looks through the exams of everybody who took one in
 * this browser. It sends what the server does not have, with the attempt's own token. Nothing of it is shown to others,
 * and what a log-out has left is deleted then.
 *
 * @returns how many attempts still wait.
 */
export async function sendUnsent(deps: Omit<AttemptDeps, 'db'>): Promise<number> {
  let waiting = 0;
  for (const name of await examDbNames()) {
    const db = await openExamDbNamed(name);
    try {
      for (const id of await db.attempts.toCollection().primaryKeys()) {
        if (await isUnsent(db, id)) await whenUnused(id, () => send(db, id, deps));
        if (await isUnsent(db, id)) waiting += 1;
      }
      if (!(await forgetIfSent(db))) await tidy(db);
    } catch (error) {
      console.warn('exam: not all could be sent', error);
      waiting += 1;
    } finally {
      if (!isOpenExamDb(db)) db.close();
    }
  }
  return waiting;
}

/**
 * Deletes exams that their owners have not used for 30 days. Answers that the server lacks are never deleted: the sender
 * tries again at every start of the app, and their owner can save them as a file.
 */
export async function deleteForgottenExams(): Promise<void> {
  for (const name of await examDbNames()) {
    const db = await openExamDbNamed(name);
    if (isOpenExamDb(db)) continue;
    const rows = await db.attempts.toArray();
    const touched = Math.max(0, ...rows.map(({ touchedAt }) => touchedAt));
    const isForgotten = touched < now() - keptForMs;
    let isNeeded = false;
    if (isForgotten) for (const { id } of rows) isNeeded ||= await isUnsent(db, id);
    db.close();
    if (isForgotten && !isNeeded) await deleteExamDb(name);
  }
}
