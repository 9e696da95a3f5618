import type { Query, QueryClient } from '@tanstack/react-query';
import { isOutage } from '../errors.ts';
import { connectivity } from '../transport/connectivity.ts';
import { paces } from '../transport/paces.ts';

/**
 * Retries queries on screen that failed although the server can be reached, each after its pause. Returns a function
 * that stops.
 */
export function keepAsking(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (connectivity.get().state !== 'online' || document.visibilityState === 'hidden') return;
    const pauses: number[] = [];
    const isDue = ({ state }: Query) => {
      const left = isOutage(state.error) ? paces.leftAfter(state.error) : null;
      if (left !== null && left > 0) pauses.push(left);
      return left === 0;
    };
    void client.refetchQueries(
      { type: 'active', fetchStatus: 'idle', predicate: isDue },
      { cancelRefetch: false },
    );
    if (pauses.length > 0) timer = setTimeout(look, Math.min(...pauses));
  };
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look();
    }),
    connectivity.subscribe(look),
  ];
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    for (const stop of stops) stop();
  };
}
