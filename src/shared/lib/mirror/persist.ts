import type { QueryClient } from '@tanstack/react-query';
import { storageHealth } from '../db/health.ts';
import { persistQueries } from './persistQueries.ts';

/**
 * Keeps the marked answers of a learner's query client between visits, and brings back those of this build.
 *
 * @param owner opaque name of the learner, as of the database.
 * @returns how to stop.
 */
export function persistMirror(client: QueryClient, owner: string): () => void {
  const { stop } = persistQueries(client, {
    owner,
    shouldKeep: (query) => query.meta?.isKept === true && query.state.status === 'success',
    // The rows are gone: what says that they are fresh must not stay (offline.md 3.51).
    isVoid: storageHealth.get() !== 'ok',
  });
  return stop;
}
