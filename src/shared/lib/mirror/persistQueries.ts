import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query, QueryClient } from '@tanstack/react-query';
import { type PersistedClient, persistQueryClient } from '@tanstack/react-query-persist-client';
import { env } from '../env.ts';
import { keptForMs, keyPrefix } from './keep.ts';

/** Which answers of a query client are kept between visits, and where. */
export type KeptQueries = {
  /** Opaque name of the learner, the same as of the database; a guest has one too. */
  owner: string;
  /** Distinguishes several clients of one learner; empty for the member area's. */
  name?: string;
  shouldKeep: (query: Query) => boolean;
  /** The stored answers must not be restored: their rows are gone. */
  isVoid?: boolean;
  /** How long a change may wait before it is stored, ms. */
  delayMs?: number;
};

/** Keeps answers of a query client in localStorage, by learner and build, and restores those of this build. */
export function persistQueries(
  client: QueryClient,
  { owner, name = '', shouldKeep, isVoid = false, delayMs = 1000 }: KeptQueries,
): { restored: Promise<void>; stop: () => void } {
  let isStopped = false;
  const storage = usableStorage(() => isStopped);
  const ofBuild = `${keyPrefix}${owner}.${env.buildId}`;
  const key = name ? `${ofBuild}.${name}` : ofBuild;
  dropOtherBuilds(owner, ofBuild);
  if (isVoid) storage?.removeItem(key);
  const persister = createSyncStoragePersister({ storage, key, throttleTime: delayMs, serialize });
  const [unsubscribe, restored] = persistQueryClient({
    queryClient: client,
    persister,
    maxAge: keptForMs,
    buster: env.buildId,
    dehydrateOptions: { shouldDehydrateQuery: shouldKeep, shouldDehydrateMutation: () => false },
  });
  return {
    restored: restored.catch((error: unknown) => console.warn('storage: answers not read', error)),
    stop: () => {
      isStopped = true;
      unsubscribe();
    },
  };
}

/**
 * Without their failures: a copy of an error is of no class and would be told as an unknown one at the next start, until
 * the server has been asked again.
 */
function serialize({ clientState, ...rest }: PersistedClient): string {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      error: null,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      status: query.state.data === undefined ? ('pending' as const) : ('success' as const),
    },
  }));
  return JSON.stringify({ ...rest, clientState: { ...clientState, queries } });
}

function dropOtherBuilds(owner: string, kept: string): void {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(`${keyPrefix}${owner}.`));
    for (const key of others) if (key !== kept && !key.startsWith(`${kept}.`)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** The persister writes up to a second late. After a logout, such a write must not restore what was deleted. */
function usableStorage(isStopped: () => boolean) {
  try {
    const storage = localStorage;
    return {
      getItem: (key: string) => storage.getItem(key),
      setItem: (key: string, value: string) => {
        if (!isStopped()) storage.setItem(key, value);
      },
      removeItem: (key: string) => storage.removeItem(key),
    };
  } catch {
    return undefined;
  }
}
