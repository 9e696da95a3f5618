import { useSyncExternalStore } from 'react';
import { guest, type SessionSnapshot } from '../session/core.ts';
import { session } from './session.ts';

/**
 * Who is logged in, live. A built page shows a guest. A real guest keeps that page as it is, without a second full
 * render when the session is decided.
 */
export function useSession(): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => guest);
}

const stateNow = () => session.getSnapshot().state;

/** The session state for the mark on the shell: `pending` on a built page until the app runs. */
export function useSessionMark(): SessionSnapshot['state'] {
  return useSyncExternalStore(session.subscribe, stateNow, () => 'pending');
}
