import { useEffect } from 'react';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import type { Cut } from './cut.ts';
import { onSeen } from './store.ts';

/** How often the server is asked while the learner cuts the network and brings it back, ms. */
const lookEveryMs = 2000;

function tell(): void {
  onSeen(connectivity.get().state !== 'offline');
}

/**
 * Watches the server while the learner cuts the network. A page that has just started believes that it is online until
 * it has asked: only an answer counts, or a change, which comes of one.
 */
export function useCut({ phase }: Cut): void {
  const isOn = phase === 'waiting' || phase === 'off';
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const look = async () => {
      await connectivity.check();
      if (!isWanted) return;
      tell();
      timer = setTimeout(() => void look(), lookEveryMs);
    };
    void look();
    const stop = connectivity.subscribe(tell);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stop();
    };
  }, [isOn]);
}
