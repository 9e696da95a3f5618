import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';

/** The server's content on the welcome page: `HomeBlocks` with its parts. */
type Blocks = ComponentType<{ beforeSample: ReactNode }>;
/** Loads that module. */
export type LoadBlocks = () => Promise<{ Blocks: Blocks }>;

/**
 * The server's content on the welcome page, loaded once the page is idle; `null` until then, and if it cannot be
 * loaded.
 */
export function useHomeBlocks(load: LoadBlocks): Blocks | null {
  const [blocks, setBlocks] = useState<Blocks | null>(null);
  useEffect(() => {
    // The browser itself reports the missing file to developers; for a visitor the page is complete without it.
    const bring = () => load().then(({ Blocks }) => startTransition(() => setBlocks(() => Blocks)));
    whenIdle(() => void bring().catch(() => {}));
  }, [load]);
  return blocks;
}
