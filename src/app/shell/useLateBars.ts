import { useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { savingNews } from '#shared/lib/storage/savingNews.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { undoOffer } from '#shared/ui/undo.ts';

type LateBars = typeof import('./lateBars.ts');

/**
 * The bars that have nothing to say while a page starts. They are loaded once the page is idle, so that their live
 * regions exist before there is anything to announce, or at once when there is a message. `null` until then, and if
 * their chunk cannot be loaded.
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
