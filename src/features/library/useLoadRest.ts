import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { pageKey } from '#shared/lib/mirror/pages.ts';
import { lateSync } from './lateSync.ts';
import { firstInventoryQuery, inventoryPath, libraryKeys } from './model.ts';

/** Upper limit in case a list never ends: more pages than 10 000 courses fill. */
const mostPages = 1000;

/**
 * How much of the library is on the device: how many courses the server has, and where the stored chain of pages ends.
 */
export type ShelfCoverage = { count: number; nextQuery: string | null };

const nothingKnown: ShelfCoverage = { count: 0, nextQuery: firstInventoryQuery };

/**
 * Follows the stored pages to their end; `nextQuery` `null`: all of them are here. `known`: the end found before, so
 * that a caller that loads page after page need not begin with the first one each time.
 */
export async function readCoverage(db: UserDb, known = nothingKnown): Promise<ShelfCoverage> {
  let { count, nextQuery: query } = known;
  for (let step = 0; query !== null && step < mostPages; step += 1) {
    const page: { count: number; next: string | null } | undefined = await db.pages.get(
      pageKey(inventoryPath, query),
    );
    if (!page) return { count, nextQuery: query };
    count = page.count;
    query = page.next;
  }
  return { count, nextQuery: null };
}

/** The number of courses while the rest is loading: following all pages after each new page would be quadratic. */
async function readCount(db: UserDb): Promise<ShelfCoverage> {
  const first = await db.pages.get(pageKey(inventoryPath, firstInventoryQuery));
  return { count: first?.count ?? 0, nextQuery: firstInventoryQuery };
}

/** Fetches the pages that are not on the device yet, one after the other. */
export type LoadRest = {
  coverage: ShelfCoverage | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  start: () => void;
};

/**
 * For views that the server cannot page: loads the rest of the library onto the device when the learner asks for it.
 */
export function useLoadRest(): LoadRest {
  const client = useQueryClient();
  const [phase, setPhase] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isLoading = phase === 'loading';
  const read = isLoading ? readCount : readCoverage;
  const coverage = useStored(() => read(currentDb()).catch(() => undefined), [isLoading]);
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function load(): Promise<void> {
    setPhase('loading');
    try {
      let known = await readCoverage(currentDb());
      while (known.nextQuery !== null && !stopped.current) {
        const query = known.nextQuery;
        await client.fetchQuery({
          queryKey: libraryKeys.page(query),
          queryFn: async ({ signal }) => (await lateSync()).syncInventoryPage(currentDb(), query, signal),
          staleTime: 0,
        });
        known = await readCoverage(currentDb(), known);
        if (known.nextQuery === query) throw new Error('The list does not go on.');
      }
      setPhase('idle');
    } catch {
      setPhase('failed');
    }
  }
  return {
    coverage,
    isLoading,
    hasFailed: phase === 'failed',
    start: () => void load(),
  };
}
