import { serverNow } from '../time/serverTime.ts';
import * as calls from './attemptCalls.ts';
import { countUnconfirmed } from './attemptStore.ts';
import { thisDevice } from './device.ts';
import { examDbName, examDbNames, isOpenExamDb, openExamDbNamed } from './examDb.ts';
import { sendUnsent } from './sendUnsent.ts';

/** What of somebody's exams the server may not have. `answers`: how many; `running`: subjects whose time goes on. */
export type UnsentExams = { answers: number; running: string[] };

/**
 * Looks through the exams of a learner on this device, for the question at log-out (row 54). Answers that another device has
 * taken over are not asked about: they are with the server or told there.
 */
export async function unsentExamsOf(userId: string): Promise<UnsentExams> {
  const name = await examDbName(userId);
  if (!(await examDbNames()).includes(name)) return { answers: 0, running: [] };
  const db = await openExamDbNamed(name);
  try {
    const rows = (await db.attempts.toArray()).filter(
      ({ state, switched }) => state !== 'submitted' && switched === null,
    );
    let answers = 0;
    for (const { id, state } of rows) {
      const dirty = await countUnconfirmed(db, id);
      // A hand-in that has not arrived is worth a word, also when each answer is with the server.
      answers += state === 'sealed' ? Math.max(1, dirty) : dirty;
    }
    const running = rows.filter(({ state, deadline }) => state === 'running' && deadline > serverNow());
    return { answers, running: running.map(({ subjectName }) => subjectName) };
  } finally {
    if (!isOpenExamDb(db)) db.close();
  }
}

/** Sends what waits, of everybody who has taken an exam here, with the tokens of their attempts. */
export async function sendExamsNow(): Promise<void> {
  await sendUnsent({ calls, device: thisDevice });
}
