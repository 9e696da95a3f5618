import { onlineManager, type Query, QueryClient } from '@tanstack/react-query';
import { isAbort } from '../errors.ts';
import { troubleOf } from '../storage/saving.ts';
import { connectivity } from '../transport/connectivity.ts';
import { paces } from '../transport/paces.ts';
import { keptForMs, keyPrefix } from './keep.ts';

/** An answer younger than this is not fetched again when a screen opens, ms. */
const freshForMs = 5 * 60 * 1000;

/** How often an answer is fetched again because the database was closed while it was stored; the pauses grow. */
const mostStoringAgain = 4;

/**
 * Makes the query client of a learner. It only schedules: retries are done by the http layer alone (architecture.md 3),
 * and the return of the server refreshes what is on screen. The one exception is an answer that could not be stored
 * because the browser had just closed the database; it is fetched again here.
 */
export function createMirrorClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        retry: (failures, error) =>
          failures < mostStoringAgain && isCut(error) && troubleOf(error) !== 'full',
        staleTime: freshForMs,
        gcTime: keptForMs,
        refetchOnReconnect: (query) => (isResting(query) ? false : 'always'),
        refetchOnWindowFocus: (query) => !isResting(query),
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
    },
  });
  followConnectivity();
  return client;
}

/** Whether a query's endpoint cannot be reached at present and its pause is not over (transport/paces.ts). */
export function isResting({ state }: { state: Pick<Query['state'], 'error'> }): boolean {
  return (paces.leftAfter(state.error) ?? 0) > 0;
}

/** Dexie's errors by name: guests have answers too and never download Dexie. */
function isCut(error: Error): boolean {
  return !isAbort(error) && /^(DatabaseClosed|Abort)Error$/.test(error.name);
}

/** Deletes a learner's stored answers, of every build; `null`: of every learner (session.md 7.1). */
export function deleteKeptQueries(owner: string | null): void {
  const prefix = owner === null ? keyPrefix : `${keyPrefix}${owner}.`;
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

function followConnectivity(): void {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(connectivity.get().state === 'online');
    tell();
    return connectivity.subscribe(tell);
  });
}
