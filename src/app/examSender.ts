import * as calls from '#shared/lib/exam/attemptCalls.ts';
import { thisDevice } from '#shared/lib/exam/device.ts';
import { examDbNames } from '#shared/lib/exam/examDb.ts';
import { noExamsHere } from '#shared/lib/exam/examsHere.ts';
import { returnSpreadMs } from '#shared/lib/exam/savePace.ts';
import { deleteForgottenExams, sendUnsent } from '#shared/lib/exam/sendUnsent.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';

export { keepExams } from '#shared/lib/exam/forgetExams.ts';

let running: Promise<number> | null = null;
let stopWatching: (() => void) | null = null;

function send(): Promise<number> {
  running ??= sendUnsent({ calls, device: thisDevice }).finally(() => {
    running = null;
  });
  return running;
}

/**
 * Sends the waiting exam answers now, and again whenever the server can be reached, until nothing waits (exams.md 3.2).
 */
export async function startExamSender(): Promise<void> {
  const waiting = await send().catch(() => 1);
  await deleteForgottenExams().catch((error: unknown) => console.warn('exam: not tidied', error));
  if ((await examDbNames()).length === 0) return noExamsHere();
  if (waiting === 0 || stopWatching) return;
  const stop = connectivity.subscribe(() => {
    if (connectivity.get().state !== 'online') return;
    // A random delay, so that not all learners of a hall send at the same moment.
    setTimeout(() => void send().then((left) => left === 0 && stopAll()), Math.random() * returnSpreadMs);
  });
  const stopAll = () => {
    stop();
    stopWatching = null;
  };
  stopWatching = stopAll;
}
