import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isNotFound } from '../errors.ts';
import { now } from '../time/clock.ts';
import { connectivity } from '../transport/connectivity.ts';
import { pollLimitMs, pollPause } from './pollPause.ts';

/** State of a page that waits for a payment. */
export type Relay<State> = {
  state: State | null;
  /** The thing asked about does not exist. */
  isGone: boolean;
  /** Polling has reached its time limit. */
  isSlow: boolean;
  /** How long it has been polling, ms; grows with each answer. */
  waitedMs: number;
  /** Asks at once and continues polling. */
  again: () => void;
};

/**
 * Polls a state, every 1 s at first and every 5 s later, for two minutes (money.md 4.3). A hidden page asks as soon as
 * it is visible again, and an offline page when the network is back. A failed request is not an answer.
 *
 * @param ask reads the state.
 * @param take gets each answer; `true`: polling is done.
 */
export function useRelay<State>(
  ask: (signal: AbortSignal) => Promise<State>,
  take: (state: State, waitedMs: number) => boolean,
): Relay<State> {
  const [state, setState] = useState<State | null>(null);
  const [isGone, setGone] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [waitedMs, setWaitedMs] = useState(0);
  const [nth, setNth] = useState(0);
  const wake = useRef<() => void>(() => undefined);
  const read = useEffectEvent(ask);
  const told = useEffectEvent(take);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number begins anew
  useEffect(() => {
    const stop = new AbortController();
    const begun = now();
    /** Ends early when the page becomes visible, or the network is back. */
    const rest = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake.current = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const run = async () => {
      for (let asked = 1; !stop.signal.aborted; asked++) {
        try {
          const fresh = await read(stop.signal);
          if (stop.signal.aborted) return;
          setState(fresh);
          setWaitedMs(now() - begun);
          if (told(fresh, now() - begun)) return;
        } catch (error) {
          if (stop.signal.aborted) return;
          if (isNotFound(error)) return setGone(true);
          console.warn('payment: no answer', error);
        }
        const pause = pollPause(asked, now() - begun);
        if (pause === null) return setSlow(true);
        await rest(pause);
      }
    };
    setSlow(false);
    void run();
    return () => {
      stop.abort();
      wake.current();
    };
  }, [nth]);

  const look = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || connectivity.get().state === 'offline') return;
    // After two minutes only an event on the page triggers the next request.
    if (isSlow) setNth(nth + 1);
    else wake.current();
  });
  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) setNth((former) => former + 1);
    };
    const stopLooking = connectivity.subscribe(look);
    document.addEventListener('visibilitychange', look);
    addEventListener('pageshow', back);
    return () => {
      stopLooking();
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pageshow', back);
    };
  }, []);

  return {
    state,
    isGone,
    isSlow: isSlow || waitedMs >= pollLimitMs,
    waitedMs,
    again: () => setNth(nth + 1),
  };
}
