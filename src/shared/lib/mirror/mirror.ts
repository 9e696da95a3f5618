import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UserDb } from '../db/schema.ts';
import { currentDb } from '../db/userDb.ts';
import { useObservable } from '../observable/useObservable.ts';
import { savingFailedBehind } from '../storage/saving.ts';
import { useStored } from '../storage/useStored.ts';
import { connectivity } from '../transport/connectivity.ts';
import { paces } from '../transport/paces.ts';
import { keptBetweenVisits } from './keep.ts';
import { failureOf } from './rules.ts';

/** What is stored on the device, and when (epoch ms) the server said so. */
export type StoredAnswer<T> = { data: T; savedAt: number | null };

/** How a screen names, reads and refreshes one thing of the learner. */
export type MirrorOptions<T> = {
  /** Begins with the name of the feature; everything the answer depends on is in it. */
  queryKey: QueryKey;
  /** Fetches and stores; answers the time it was saved, epoch ms. Never called while `isEnabled` is false. */
  sync: (db: UserDb, signal: AbortSignal) => Promise<number>;
  /** Reads what is stored, changes that wait to be sent laid over it; `null`: nothing is stored. */
  read: (db: UserDb) => Promise<StoredAnswer<T> | null>;
  isEnabled?: boolean;
  /** When it was refreshed last outlives the visit, see mirrorKeep.ts; only for first pages that open often. */
  isKept?: boolean;
  /** What `read` depends on beyond the key. */
  readKey?: string;
};

/** What a screen gets. */
export type Mirror<T> = {
  data: T | undefined;
  /** When the server said so, epoch ms; `null`: nothing, or only what was made on this device. */
  savedAt: number | null;
  /** Nothing to show yet, and it may still come: show the skeleton. */
  isPending: boolean;
  isFetching: boolean;
  /** The last refresh failed in a way the stored copy is no answer to; `data` may still hold the copy. */
  error: Error | null;
  /** `data` comes from the device because the network or the server is away: show 「{時刻}時点の内容」. */
  isStale: boolean;
  retry: () => void;
};

/**
 * The one pattern of the learning area: the screen shows what the device has, at once and live; the network only
 * updates that (architecture.md 3, session.md 15.1). The query keeps no rows, only when the last refresh was and
 * how it ended.
 */
export function useMirror<T>({
  queryKey,
  sync,
  read,
  readKey = '',
  isEnabled = true,
  isKept = false,
}: MirrorOptions<T>): Mirror<T> {
  const hash = JSON.stringify([queryKey, readKey]);
  const client = useQueryClient();
  const { state } = useObservable(connectivity);
  const query = useQuery({
    ...mirrorQuery(queryKey, sync),
    enabled: isEnabled,
    meta: isKept ? keptBetweenVisits : undefined,
  });
  const live = useStored(() => readStored(hash, read), [hash, isEnabled]);
  const local = live?.hash === hash ? live : undefined;
  const data = local?.answer?.data;
  const { error, isAway } = failureOf(query.error, data !== undefined);
  // Fresh enough not to be asked for again, and yet nobody could: the learner is told from when it is.
  const isUnasked = !query.isFetchedAfterMount && state !== 'online';
  const isMissing = local?.answer === null && query.isSuccess && query.fetchStatus === 'idle';
  const isCopyGone = async () => (await readStored(hash, read)).answer === null;
  const askAgain = () => client.refetchQueries({ queryKey, exact: true });
  useMissingCopy({
    hash,
    isThere: data !== undefined,
    missing: isMissing ? local : null,
    isCopyGone,
    askAgain,
  });
  return {
    data,
    savedAt: local?.answer?.savedAt ?? null,
    isPending: data === undefined && error === null && (local === undefined || query.fetchStatus !== 'idle'),
    isFetching: query.isFetching,
    error,
    isStale: data !== undefined && (isAway || isUnasked),
    retry: () => void refresh(client, queryKey),
  };
}

/** Query options of a mirrored thing, for who refreshes it without showing it. */
export function mirrorQuery(queryKey: QueryKey, sync: MirrorOptions<unknown>['sync']) {
  return {
    queryKey,
    // The query's own signal stays untouched: a screen that closes must not stop what it began to store.
    queryFn: async (): Promise<number> => {
      const abort = new AbortController();
      const hash = JSON.stringify(queryKey);
      running.set(hash, abort);
      try {
        return await sync(currentDb(), abort.signal);
      } catch (error) {
        savingFailedBehind(error);
        throw error;
      } finally {
        if (running.get(hash) === abort) running.delete(hash);
      }
    },
  };
}

/** What `useMissingCopy` goes by. */
type MissingCopy = {
  hash: string;
  isThere: boolean;
  /** The last reading, when nothing was there although the refresh went well; another object each time. */
  missing: object | null | undefined;
  isCopyGone: () => Promise<boolean>;
  askAgain: () => Promise<void>;
};

/**
 * A refresh went well, but what it stored is not there: the browser has emptied the database since a former visit, or
 * a list of the same moment no longer named the thing. Makes sure, because the reading may be older than the refresh,
 * and asks the server once more, which then says what holds; it does so once until there was something again, so that
 * an answer that cannot be kept ends.
 */
function useMissingCopy({ hash, isThere, missing, isCopyGone, askAgain }: MissingCopy): void {
  const state = useRef({ askedFor: '', isLooking: false, isNewer: false });
  const look = useEffectEvent(async () => {
    const now = state.current;
    now.isNewer = true;
    if (now.isLooking) return;
    now.isLooking = true;
    try {
      while (now.isNewer && now.askedFor !== hash) {
        now.isNewer = false;
        if (!(await isCopyGone())) continue;
        now.askedFor = hash;
        await askAgain();
      }
    } catch (error) {
      console.warn('mirror: the missing copy could not be asked for', error);
    } finally {
      now.isLooking = false;
    }
  });
  useEffect(() => {
    if (isThere) state.current.askedFor = '';
  }, [isThere]);
  useEffect(() => {
    if (missing) void look();
  }, [missing]);
}

const running = new Map<string, AbortController>();

/** Reload asked for by the learner: stops the running one and asks anew (session.md 16.3). */
async function refresh(client: QueryClient, queryKey: QueryKey): Promise<void> {
  paces.reset();
  await client.cancelQueries({ queryKey, exact: true });
  running.get(JSON.stringify(queryKey))?.abort();
  await client.refetchQueries({ queryKey, exact: true });
}

/**
 * Answers of the server have changed what these queries (or all that begin so) bring: what is on its way was asked for
 * before and must not be stored after it, so it is given up and asked for anew.
 */
export function renew(client: QueryClient, queryKey: QueryKey): void {
  const beginning = JSON.stringify(queryKey).slice(0, -1);
  for (const [hash, abort] of running) {
    if (hash.startsWith(beginning)) abort.abort();
  }
  void client.invalidateQueries({ queryKey });
}

type Live<T> = { hash: string; answer: StoredAnswer<T> | null };

/** A database that closes under the reader (logout, newer version) reads as empty, never as a crash. */
async function readStored<T>(hash: string, read: MirrorOptions<T>['read']): Promise<Live<T>> {
  try {
    return { hash, answer: await read(currentDb()) };
  } catch (error) {
    console.warn('storage: a stored answer could not be read', error);
    return { hash, answer: null };
  }
}
