import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { lastSentKey } from '#shared/lib/outbox/deliver.ts';

/** Everything the server does not have, oldest first, and when it last accepted something (epoch ms, `null`: never). */
export type Queue = { rows: OutboxRow[]; lastSentAt: number | null };

/** The queue of the logged-in learner, live; `undefined` while it is read. */
export function useQueue(): Queue | undefined {
  return useStored(async () => {
    try {
      const db = currentDb();
      const [rows, last] = await Promise.all([db.outbox.orderBy('seq').toArray(), db.meta.get(lastSentKey)]);
      return { rows, lastSentAt: typeof last?.value === 'number' ? last.value : null };
    } catch {
      return { rows: [], lastSentAt: null };
    }
  }, []);
}
