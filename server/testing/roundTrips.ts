import { vi } from 'vitest';
import type { Db } from '../db/client.ts';

/** Counts what is asked of the database outside of transactions, by whatever way; the answer ends it and tells how often. */
export function countRoundTrips(db: Db): () => number {
  const { $client } = db as unknown as { $client: { query(...given: unknown[]): unknown } };
  const spy = vi.spyOn($client, 'query');
  return () => {
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
}
