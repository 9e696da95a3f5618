import * as calls from '#shared/lib/exam/attemptCalls.ts';
import { countUnconfirmed } from '#shared/lib/exam/attemptStore.ts';
import { thisDevice } from '#shared/lib/exam/device.ts';
import { examDbName, examDbNames, isOpenExamDb, openExamDbNamed } from '#shared/lib/exam/examDb.ts';
import { isToSend } from '#shared/lib/exam/rows.ts';
import { sendUnsent } from '#shared/lib/exam/sendUnsent.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';

/**
 * What the server may lack of a learner's exams. `answers`: how many; `running`: subjects whose time is running;
 * `uncounted`: answers of subjects that another device has taken over, or that were closed before these were sent; they
 * do not count, and go with the logout.
 */
export type UnsentExams = { answers: number; running: string[]; uncounted: number };

/** Looks through a learner's exams on this device, for the question at logout (row 54). */
export async function unsentExamsOf(userId: string): Promise<UnsentExams> {
  const name = await examDbName(userId);
  if (!(await examDbNames()).includes(name)) return { answers: 0, running: [], uncounted: 0 };
  const db = await openExamDbNamed(name);
  try {
    const all = await db.attempts.toArray();
    const rows = all.filter(isToSend);
    let [answers, uncounted] = [0, 0];
    for (const { id, state } of rows) {
      const dirty = await countUnconfirmed(db, id);
      // An unconfirmed hand-in counts at least 1, even if the server has every answer.
      answers += state === 'sealed' ? Math.max(1, dirty) : dirty;
    }
    for (const row of all) {
      uncounted += row.state === 'submitted' ? (row.onlyHere?.count ?? 0) : 0;
      if (isToSend(row) || row.switched === null || row.state === 'submitted') continue;
      uncounted += row.switched.kept || (await countUnconfirmed(db, row.id));
    }
    const running = rows.filter(
      ({ state, switched, deadline }) => state === 'running' && switched === null && deadline > serverNow(),
    );
    return { answers, running: running.map(({ subjectName }) => subjectName), uncounted };
  } finally {
    if (!isOpenExamDb(db)) db.close();
  }
}

/** Sends what waits, of everybody who took an exam here, with the tokens of their attempts. */
export async function sendExamsNow(): Promise<void> {
  await sendUnsent({ calls, device: thisDevice });
}
