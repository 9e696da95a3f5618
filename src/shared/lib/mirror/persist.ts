import type { QueryClient } from '@tanstack/react-query';
import { storageHealth } from '../db/health.ts';
import { persistQueries } from './persistQueries.ts';

/**
 * Keeps the marked answers of a learner's query client between visits, and restores those of this build.
 *
 * @param owner opaque name of the learner, the same as of the database.
 * @returns a function that stops.
 */
export function persistMirror(client: QueryClient, owner: string): () => void {
  const { stop } = persistQueries(client, {
    owner,
    shouldKeep: (query) => query.meta?.isKept === true && query.state.status === 'success',
    // The rows are gone, so the record that they are fresh must go too (offline.md 3.51).
    isVoid: storageHealth.get() !== 'ok',
  });
  return stop;
}
