import { useEffect, useEffectEvent, useState } from 'react';
import type { Mirror, StoredAnswer } from '../mirror/mirror.ts';
import { failureOf, isRevoked } from '../mirror/rules.ts';
import { now } from '../time/clock.ts';
import { connectivity } from '../transport/connectivity.ts';
import type { WhileMaintenance } from '../transport/exchange.ts';
import { paces } from '../transport/paces.ts';
import type { StoredCopy } from './storedCopy.ts';

/** Options for the request. */
export type AskOptions = { signal: AbortSignal; isReload: boolean; whileMaintenance: WhileMaintenance };

/** An answer of the server on a screen that does not use the learner's database. */
export type Answer<T> = Mirror<T> & {
  /** Replaces the data by the answer of another call. */
  put: (data: T) => void;
};

/**
 * Shows the stored copy at once, asks the server and stores its answer; asks again when the server is back
 * (session.md 15.1). For pages of guests, which load neither Dexie nor a query client (performance.md 3). The resource
 * is fixed at the first render: give the component a `key` that names what `load` fetches.
 */
export function useAnswer<T>(
  load: (options: AskOptions) => Promise<T>,
  copy: StoredCopy<T> | null,
): Answer<T> {
  const [shown, setShown] = useState<StoredAnswer<T> | null>(() => copy?.read() ?? null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isFetching, setFetching] = useState(true);
  const [nth, setNth] = useState(0);

  const show = useEffectEvent((data: T) => {
    copy?.keep(data);
    setShown({ data, savedAt: now() });
    setFailure(null);
  });
  const fail = useEffectEvent((error: unknown) => {
    if (isRevoked(error)) {
      copy?.drop();
      setShown(null);
    }
    setFailure(error);
  });
  const ask = useEffectEvent((signal: AbortSignal) =>
    load({ signal, isReload: nth > 0, whileMaintenance: 'stay' }),
  );
  const askAgain = useEffectEvent(() => {
    if (failure !== null && connectivity.get().state === 'online') setNth(nth + 1);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number asks again.
  useEffect(() => {
    const stop = new AbortController();
    setFetching(true);
    ask(stop.signal)
      .then(show, (error: unknown) => {
        if (!stop.signal.aborted) fail(error);
      })
      .finally(() => {
        if (!stop.signal.aborted) setFetching(false);
      });
    return () => stop.abort();
  }, [nth]);
  // An endpoint that fails although the server can be reached has its own pauses (transport/paces.ts).
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askWhenDue = () => {
      clearTimeout(timer);
      const left = paces.leftAfter(failure) ?? 0;
      if (left > 0) timer = setTimeout(askWhenDue, left);
      else askAgain();
    };
    if (paces.leftAfter(failure)) askWhenDue();
    const stop = connectivity.subscribe(askWhenDue);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [failure]);

  const { error, isAway } = failureOf(failure, shown !== null);
  return {
    data: shown?.data,
    savedAt: shown?.savedAt ?? null,
    isPending: shown === null && error === null,
    isFetching,
    error,
    isStale: shown !== null && isAway,
    retry: () => {
      paces.reset();
      setNth(nth + 1);
    },
    put: (data) => {
      copy?.keep(data);
      setShown({ data, savedAt: now() });
    },
  };
}
