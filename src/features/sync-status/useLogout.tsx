import { type ReactNode, useState } from 'react';
import { session } from '#shared/lib/account/session.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { hasExamsHere } from '#shared/lib/exam/examsHere.ts';
import { sendNow } from '#shared/lib/outbox/wake.ts';
import { countUnsent } from '#shared/lib/outbox/watchOutbox.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { LogoutDialog } from './components/LogoutDialog.tsx';
import { isAnythingToTell, isAnythingUnsent, type Unsent } from './logoutQuestion.ts';
import type { UnsentExams } from './unsentHere.ts';

/** At logout, changes being sent get this long to arrive before the dialog asks, ms. */
const graceMs = 2000;
/** Longest wait for 「送信してログアウト」, ms: as long as one call may take. */
const longestSendMs = 25_000;

/** The logout actions, for the screen with the button. */
export type Logout = {
  /** Logs out; asks first if work would be lost. */
  start: () => void;
  isBusy: boolean;
  /** To be rendered beside the button. */
  dialog: ReactNode;
};

const noExams: UnsentExams = { answers: 0, running: [], uncounted: 0 };

/**
 * Loads the code that reads exams only if an exam was taken on this device. If it cannot be loaded, nothing of an exam
 * is lost.
 */
async function examsOfLearner(): Promise<UnsentExams> {
  const { user } = session.getSnapshot();
  if (!user || !hasExamsHere()) return noExams;
  try {
    const { unsentExamsOf } = await import('./unsentHere.ts');
    return await unsentExamsOf(user.id);
  } catch (error) {
    console.warn('logout: exams on this device cannot be read', error);
    return noExams;
  }
}

async function sendExams(): Promise<void> {
  if (!hasExamsHere()) return;
  try {
    await (await import('./unsentHere.ts')).sendExamsNow();
  } catch (error) {
    console.warn('logout: answers of an exam could not be sent', error);
  }
}

async function unsentNow(): Promise<Unsent> {
  const [changes, exams] = await Promise.all([countUnsent(currentDb()).catch(() => 0), examsOfLearner()]);
  return { changes, exams };
}

/**
 * Logs out without losing work. With unsent changes the learner chooses to send them first, to discard them, or to stay
 * (product.md 3.2; offline.md 5.3). Answers of an exam that are still to be sent are never discarded: they stay on the
 * device, shown to nobody, until the server has them (exams.md 7, row 54). The learner is told this, that the time of a
 * subject goes on, and which answers do not count and go with the logout.
 */
export function useLogout(): Logout {
  const [asked, setAsked] = useState<Unsent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const leave = async () => {
    setAsked(null);
    await session.logout();
  };
  const sendAndLeave = async (patienceMs: number, told: Unsent | null) => {
    setBusy(true);
    await Promise.race([Promise.all([sendNow(), sendExams()]), pause(patienceMs)]);
    const left = await unsentNow();
    const mayLeave = !isAnythingUnsent(left) && !isAnythingToTell(left, told);
    if (mayLeave) await leave();
    else setAsked(left);
    setBusy(false);
    return mayLeave;
  };
  const start = async () => {
    setFailed(false);
    const unsent = await unsentNow();
    if (isAnythingUnsent(unsent) && connectivity.get().state === 'online') await sendAndLeave(graceMs, null);
    else if (isAnythingUnsent(unsent) || isAnythingToTell(unsent, null)) setAsked(unsent);
    else await leave();
  };

  return {
    start: () => void start(),
    isBusy,
    dialog: asked && (
      <LogoutDialog
        unsent={asked}
        isBusy={isBusy}
        hasFailed={hasFailed}
        onSend={() => void sendAndLeave(longestSendMs, asked).then((isDone) => setFailed(!isDone))}
        onDrop={() => void leave()}
        onCancel={() => setAsked(null)}
      />
    ),
  };
}
