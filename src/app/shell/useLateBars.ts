import { useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { savingNews } from '#shared/lib/storage/savingNews.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { undoOffer } from '#shared/ui/undo.ts';

type LateBars = typeof import('./lateBars.ts');

/**
 * The bars that have nothing to say while a page starts, once the page is idle, so that their live regions stand before
 * there is anything to read out, or at once when there is something to say; `null` until then, and when their chunk
 * cannot be had.
 */
export function useLateBars(): LateBars | null {
  const [bars, setBars] = useState<LateBars | null>(null);
  useEffect(() => {
    const load = () => {
      import('./lateBars.ts')
        .then((loaded) => {
          setBars(loaded);
          loaded.sendGuestLetters();
        })
        .catch((error: unknown) => console.warn('shell: bars not loaded', error));
    };
    whenIdle(load);
    const stops = [undoOffer, savingNews, connectivity].map((news) => news.subscribe(load));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return bars;
}
