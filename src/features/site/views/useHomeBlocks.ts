import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';

/** What the welcome shows of the server, `HomeBlocks` with its parts. */
type Blocks = ComponentType<{ beforeSample: ReactNode }>;
/** Brings the module of it. */
export type LoadBlocks = () => Promise<{ Blocks: Blocks }>;

/** What the welcome shows of the server, once the page is idle; `null` until then, and when it cannot be had. */
export function useHomeBlocks(load: LoadBlocks): Blocks | null {
  const [blocks, setBlocks] = useState<Blocks | null>(null);
  useEffect(() => {
    // The browser itself tells developers of a file that did not come; to a visitor nothing is missing.
    const bring = () => load().then(({ Blocks }) => startTransition(() => setBlocks(() => Blocks)));
    whenIdle(() => void bring().catch(() => {}));
  }, [load]);
  return blocks;
}
