import { useEffect } from 'react';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import type { Cut } from './cut.ts';
import { onSeen } from './store.ts';

/** How often the server is asked while the network is being disconnected and reconnected, ms. */
const lookEveryMs = 2000;

function tell(): void {
  onSeen(connectivity.get().state !== 'offline');
}

/**
 * Watches the server while the learner disconnects the network. A new page assumes that it is online until it has
 * asked. So only an answer counts, or a change of the connectivity state, which results from an answer.
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
