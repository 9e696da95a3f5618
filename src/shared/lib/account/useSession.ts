import { useSyncExternalStore } from 'react';
import { guest, type SessionSnapshot } from '../session/core.ts';
import { session } from './session.ts';

/**
 * Who is logged in, kept up to date. A built page is a guest's: a guest takes it over as it is, without
 * rendering all of it a second time once it is known who is here.
 */
export function useSession(): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => guest);
}

const stateNow = () => session.getSnapshot().state;

/** What is known of who is here, for the mark on the shell: `pending` on a ready page until the app runs. */
export function useSessionMark(): SessionSnapshot['state'] {
  return useSyncExternalStore(session.subscribe, stateNow, () => 'pending');
}
