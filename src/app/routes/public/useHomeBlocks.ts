import { useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/idle.ts';

type HomeBlocks = typeof import('./HomeBlocks.tsx').HomeBlocks;

/** What the welcome shows of the server, once the page is idle; `null` until then, and when it cannot be had. */
export function useHomeBlocks(): HomeBlocks | null {
  const [blocks, setBlocks] = useState<HomeBlocks | null>(null);
  useEffect(() => {
    // The browser itself tells developers of a file that did not come; to a visitor nothing is missing.
    const load = () => import('./HomeBlocks.tsx').then((loaded) => setBlocks(() => loaded.HomeBlocks));
    whenIdle(() => void load().catch(() => {}));
  }, []);
  return blocks;
}
