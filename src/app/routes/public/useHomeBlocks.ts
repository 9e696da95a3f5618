import { useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/idle.ts';

type HomeBlocks = typeof import('./HomeBlocks.tsx').HomeBlocks;

/** What the welcome shows of the server, once the page is idle; `null` until then, and when it cannot be had. */
export function useHomeBlocks(): HomeBlocks | null {
  const [blocks, setBlocks] = useState<{ Blocks: HomeBlocks } | null>(null);
  useEffect(() => {
    whenIdle(() => {
      import('./HomeBlocks.tsx').then(
        ({ HomeBlocks: Blocks }) => setBlocks({ Blocks }),
        (error: unknown) => console.warn('home: blocks not loaded', error),
      );
    });
  }, []);
  return blocks?.Blocks ?? null;
}
