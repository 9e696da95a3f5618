import { type ReactNode, useState } from 'react';
import { session } from '#shared/lib/account/session.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { sendNow } from '#shared/lib/outbox/wake.ts';
import { countUnsent } from '#shared/lib/outbox/watchOutbox.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { LogoutDialog } from './components/LogoutDialog.tsx';

/** What is on its way when the learner logs out gets this long to arrive before the dialog asks, ms. */
const graceMs = 2000;
/** Longest wait for 「送信してログアウト」, ms: as long as one call may take. */
const longestSendMs = 25_000;

/** Ways out of the app, for the screen that has the button. */
export type Logout = {
  /** Logs out, after asking when work would be lost. */
  start: () => void;
  isBusy: boolean;
  /** To be rendered beside the button. */
  dialog: ReactNode;
};

/**
 * Logging out without losing work: with unsent changes the learner chooses to send them first, to drop them, or to
 * stay (product.md 3.2; offline.md 5.3).
 */
export function useLogout(): Logout {
  const [unsent, setUnsent] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const leave = async () => {
    setUnsent(0);
    await session.logout();
  };
  const sendAndLeave = async (patienceMs: number) => {
    setBusy(true);
    await Promise.race([sendNow(), pause(patienceMs)]);
    const left = await countUnsent(currentDb()).catch(() => 0);
    if (left === 0) await leave();
    else setUnsent(left);
    setBusy(false);
    return left === 0;
  };
  const start = async () => {
    setFailed(false);
    const count = await countUnsent(currentDb()).catch(() => 0);
    if (count === 0) await leave();
    else if (connectivity.get().state === 'online') await sendAndLeave(graceMs);
    else setUnsent(count);
  };

  return {
    start: () => void start(),
    isBusy,
    dialog: unsent > 0 && (
      <LogoutDialog
        count={unsent}
        isBusy={isBusy}
        hasFailed={hasFailed}
        onSend={() => void sendAndLeave(longestSendMs).then((isDone) => setFailed(!isDone))}
        onDrop={() => void leave()}
        onCancel={() => setUnsent(0)}
      />
    ),
  };
}
