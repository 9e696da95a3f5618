import { useSyncExternalStore } from 'react';
import type { SessionSnapshot } from './core.ts';
import { session } from './session.ts';

const undecided: SessionSnapshot = { state: 'pending', user: null };

/** Who is logged in, kept up to date. A page made at build time knows nobody. */
export function useSession(): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => undecided);
}
