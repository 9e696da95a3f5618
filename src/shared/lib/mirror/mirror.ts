import { type QueryClient, type QueryKey, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UserDb } from '../db/schema.ts';
import { currentDb } from '../db/userDb.ts';
import { useStored } from '../db/useStored.ts';
import { useObservable } from '../observable/useObservable.ts';
import { savingFailedBehind } from '../storage/saving.ts';
import { connectivity } from '../transport/connectivity.ts';
import { paces } from '../transport/paces.ts';
import { keptBetweenVisits } from './keep.ts';
import { failureOf, isRevoked } from './rules.ts';

/** Stored data, and when (epoch ms) the server confirmed it. */
export type StoredAnswer<T> = { data: T; savedAt: number | null };

/** Shows an answer before it is stored. */
export type ShowAhead<T> = (answer: StoredAnswer<T>) => void;

/** How a screen names, reads and refreshes one resource of the learner. */
export type MirrorOptions<T> = {
  /** Begins with the name of the feature and contains everything the answer depends on. */
  queryKey: QueryKey;
  /**
   * Fetches and stores; answers the time of storing, epoch ms. Never called while `isEnabled` is false. With `show` the
   * answer is on the screen before it is stored, if nothing is stored yet; only for answers that `read` gives unchanged.
   */
  sync: (db: UserDb, signal: AbortSignal, show: ShowAhead<T>) => Promise<number>;
  /** Reads the stored data with waiting changes applied; `null`: nothing is stored. */
  read: (db: UserDb) => Promise<StoredAnswer<T> | null>;
  isEnabled?: boolean;
  /** The time of the last refresh is kept between visits, see keep.ts; only for first pages that open often. */
  isKept?: boolean;
  /** What `read` depends on beyond the key. */
  readKey?: string;
};

/** What a screen gets. */
export type Mirror<T> = {
  data: T | undefined;
  /** When the server confirmed the data, epoch ms; `null`: never, or it was made on this device. */
  savedAt: number | null;
  /** There is nothing to show yet, but it may still come: show the skeleton. */
  isPending: boolean;
  isFetching: boolean;
  /** The last refresh failed in a way that a stored copy does not answer; `data` may still have the copy. */
  error: Error | null;
  /** `data` is a stored copy because network or server are away: show 「{時刻}時点の内容」. */
  isStale: boolean;
  retry: () => void;
};

/**
 * The central pattern of the learning area (local first): the screen shows stored data at once and live; the network
 * only updates that (architecture.md 3, session.md 15.1). The query has no rows, only the time and result of the last
 * refresh.
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
  const { data: ahead } = useQuery<StoredAnswer<T>>({ queryKey: aheadOf(queryKey), queryFn: skipToken });
  // Never while the device is still being read: what it has may be newer.
  const answer = local && (local.answer ?? ahead);
  const data = answer?.data;
  const { error, isAway } = failureOf(query.error, data !== undefined);
  // The copy is fresh enough not to be fetched again, but the server could not be asked anyway: the learner sees how
  // old it is.
  const isUnasked = !query.isFetchedAfterMount && state !== 'online';
  const isMissing = local?.answer === null && query.isSuccess && query.fetchStatus === 'idle';
  const isCopyGone = async () => (await readStored(hash, read)).answer === null;
  const askAgain = () => client.refetchQueries({ queryKey, exact: true });
  useMissingCopy({
    hash,
    isThere: Boolean(local?.answer),
    missing: isMissing ? local : null,
    isCopyGone,
    askAgain,
  });
  return {
    data,
    savedAt: answer?.savedAt ?? null,
    isPending: data === undefined && error === null && (local === undefined || query.fetchStatus !== 'idle'),
    isFetching: query.isFetching,
    error,
    isStale: data !== undefined && (isAway || isUnasked),
    retry: () => void refresh(client, queryKey),
  };
}

/** Query options of a mirrored resource, for refreshing it without showing it. */
export function mirrorQuery<T>(queryKey: QueryKey, sync: MirrorOptions<T>['sync']) {
  return {
    queryKey,
    // The query's own signal is not used: closing a screen must not stop the storing of an answer.
    queryFn: async ({ client }: { client: QueryClient }): Promise<number> => {
      const abort = new AbortController();
      const hash = JSON.stringify(queryKey);
      running.set(hash, abort);
      try {
        return await sync(currentDb(), abort.signal, (answer) =>
          client.setQueryData(aheadOf(queryKey), answer),
        );
      } catch (error) {
        if (isRevoked(error)) void client.resetQueries({ queryKey: aheadOf(queryKey), exact: true });
        savingFailedBehind(error);
        throw error;
      } finally {
        if (running.get(hash) === abort) running.delete(hash);
      }
    },
  };
}

/**
 * Where an answer is kept that is on its way to the database: with the learner's queries, which nobody else ever sees. On
 * a device that has nothing of a list yet, it is shown before it is stored, because storing it and reading it again takes
 * a slow phone half a second (performance.md 4.7).
 */
const aheadOf = (queryKey: QueryKey): QueryKey => ['ahead', ...queryKey];

/** Input of `useMissingCopy`. */
type MissingCopy = {
  hash: string;
  isThere: boolean;
  /** The last reading, if it found nothing although the refresh succeeded; a new object each time. */
  missing: object | null | undefined;
  isCopyGone: () => Promise<boolean>;
  askAgain: () => Promise<void>;
};

/**
 * For a refresh that succeeded although its stored data is missing. Either the browser has emptied the database since
 * an earlier visit, or a list that was stored at the same moment no longer named the thing. The reading may be older
 * than the refresh, so it is checked again. Then the server is asked once more. This happens only once until data is
 * there again, so that an answer that cannot be stored causes no endless loop.
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
      console.warn('mirror: copy not asked for', error);
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

/** A reload by the learner: aborts the running call and sends a new one (session.md 16.3). */
async function refresh(client: QueryClient, queryKey: QueryKey): Promise<void> {
  paces.reset();
  await client.cancelQueries({ queryKey, exact: true });
  running.get(JSON.stringify(queryKey))?.abort();
  await client.refetchQueries({ queryKey, exact: true });
}

/**
 * Answers of the server have changed the result of these queries (and of all whose key begins with this one). Running
 * calls started before the change, so their answers must not be stored after it: they are aborted and sent again.
 */
export function renew(client: QueryClient, queryKey: QueryKey): void {
  const beginning = JSON.stringify(queryKey).slice(0, -1);
  for (const [hash, abort] of running) {
    if (hash.startsWith(beginning)) abort.abort();
  }
  void client.invalidateQueries({ queryKey });
}

type Live<T> = { hash: string; answer: StoredAnswer<T> | null };

/** If the database closes during a read (logout, newer version), the result is empty instead of an error. */
async function readStored<T>(hash: string, read: MirrorOptions<T>['read']): Promise<Live<T>> {
  try {
    return { hash, answer: await read(currentDb()) };
  } catch (error) {
    console.warn('storage: answer not read', error);
    return { hash, answer: null };
  }
}
