import { useEffect, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { type MaintenanceInfo, maintenance } from '#shared/lib/transport/maintenanceInfo.ts';
import { paces } from '#shared/lib/transport/paces.ts';

/** The result of the last check of the server, for the learner who asked for it. */
export type Look = 'none' | 'running' | 'closed' | 'offline';

/**
 * The maintenance info of the page, kept after the maintenance is over, and the way back: when the server answers,
 * `onOver` is called with the address the learner came from. The check every minute is done by `connectivity`.
 */
export function useReturn(onOver: (from: string | null) => void) {
  const current = useObservable(maintenance);
  const [last, setLast] = useState<MaintenanceInfo | null>(current);
  const [look, setLook] = useState<Look>('none');
  if (current && current !== last) setLast(current);
  const isOver = current === null && last !== null;

  useEffect(() => {
    if (isOver) onOver(last?.from ?? null);
  }, [isOver, last, onOver]);

  const retry = async () => {
    setLook('running');
    paces.reset();
    await connectivity.check();
    setLook(connectivity.get().state === 'offline' ? 'offline' : 'closed');
  };

  // It is over, and there is no page to return to: the screen says so instead of showing old info.
  const shown = current ?? (last?.from ? last : null);
  return { info: shown?.info ?? null, look, retry };
}
