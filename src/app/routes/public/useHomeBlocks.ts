import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';

type HomeBlocks = typeof import('./HomeBlocks.tsx').HomeBlocks;

/** What the welcome shows of the server, once the page is idle; `null` until then, and when it cannot be had. */
export function useHomeBlocks(): HomeBlocks | null {
  const [blocks, setBlocks] = useState<HomeBlocks | null>(null);
  useEffect(() => {
    // The browser itself tells developers of a file that did not come; to a visitor nothing is missing.
    const show = ({ HomeBlocks: Loaded }: typeof import('./HomeBlocks.tsx')) =>
      startTransition(() => setBlocks(() => Loaded));
    const load = () => import('./HomeBlocks.tsx').then(show);
    whenIdle(() => void load().catch(() => {}));
  }, []);
  return blocks;
}
