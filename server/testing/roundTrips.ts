import { vi } from 'vitest';
import type { Db } from '../db/client.ts';

/**
 * Counts all queries to the database outside of transactions. The answer is a function that ends the counting and tells
 * how many.
 */
export function countRoundTrips(db: Db): () => number {
  const { $client } = db as unknown as { $client: { query(...given: unknown[]): unknown } };
  const spy = vi.spyOn($client, 'query');
  return () => {
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
}
