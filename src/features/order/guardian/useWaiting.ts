import { useEffect, useEffectEvent, useState } from 'react';
import type { GuardianStatusAnswer } from '#contracts/shopGuardian.ts';
import { lookPause } from '../model.ts';
import { getGuardianStatus } from './api.ts';

/**
 * Polls the state of a payment while it is unknown, and reports when it has changed.
 *
 * @returns whether it takes longer than anybody should wait at a screen, and a function to continue polling.
 */
export function useWaiting(
  token: string,
  isWaiting: boolean,
  onNews: (status: GuardianStatusAnswer) => Promise<void>,
): { isSlow: boolean; again: () => void } {
  const [isSlow, setSlow] = useState(false);
  const [nth, setNth] = useState(0);
  const told = useEffectEvent(onNews);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number begins anew
  useEffect(() => {
    if (!isWaiting) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (asked: number): Promise<void> => {
      try {
        const status = await getGuardianStatus(token, stop.signal);
        if (stop.signal.aborted) return;
        if (status.next !== 'poll' || status.state !== 'approved') return await told(status);
      } catch (error) {
        if (stop.signal.aborted) return;
        console.warn('guardian: no answer', error);
      }
      const pause = lookPause(asked);
      if (pause === null) setSlow(true);
      else timer = setTimeout(() => void look(asked + 1), pause);
    };
    setSlow(false);
    timer = setTimeout(() => void look(1), 1000);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [token, isWaiting, nth]);

  return { isSlow, again: () => setNth(nth + 1) };
}
