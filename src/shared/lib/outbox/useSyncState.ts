import type { OutboxState } from '../db/outboxRow.ts';
import { currentDb } from '../db/userDb.ts';
import { useStored } from '../db/useStored.ts';

/** State of the learner's last change of one entity; `saved`: the server has it, or there was none. */
export type SyncState = OutboxState | 'saved';

/** Worst first: a decision for the learner is more important than a change in progress. */
const order: readonly OutboxState[] = ['refused', 'waiting', 'sending'];

/** The state of one entity (`OutboxRow.entity`), live; `undefined` while it is read. */
export function useSyncState(entity: string): SyncState | undefined {
  return useStored(async () => {
    try {
      const rows = await currentDb().outbox.where('entity').equals(entity).toArray();
      return order.find((state) => rows.some((row) => row.state === state)) ?? 'saved';
    } catch {
      return 'saved';
    }
  }, [entity]);
}
