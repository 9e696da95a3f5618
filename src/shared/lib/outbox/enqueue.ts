import type { OutboxEntry, OutboxRow } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';
import { now } from '../time/clock.ts';
import { type Combine, lastIntent, mayHaveArrived } from './coalesce.ts';
import { wakeDrain } from './wake.ts';

/**
 * Adds a change to the outbox, inside the caller's transaction if there is one (it must include `outbox`). So the
 * change and what the screen shows are stored together or not at all (architecture.md 3). It is sent as soon as
 * possible.
 *
 * `combine` says how the change is merged with older entries of the same entity; an entry that is being sent is never
 * changed.
 */
export async function enqueue(db: UserDb, entry: OutboxEntry, combine: Combine = lastIntent): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('entity').equals(entry.entity).sortBy('seq');
    const pending = rows.filter((row) => row.state !== 'sending');
    const { remove, add, seq } = combine(pending, entry);
    await db.outbox.bulkDelete(remove);
    if (!add) return;
    // On and off again must not vanish when an earlier off may be at the server.
    const isUncertain = rows.some(mayHaveArrived);
    await db.outbox.add({
      ...newRow(add),
      ...(isUncertain && { isUncertain }),
      ...(seq !== null && { seq }),
    });
  });
  wakeDrain();
}

/** A new entry, with its own key. */
export function newRow(entry: OutboxEntry): Omit<OutboxRow, 'seq'> {
  const { kind, entity, method, path, body, label, base_rev = null, view = null } = entry;
  return {
    ...{ kind, entity, method, path, body, label },
    base_rev,
    view,
    key: crypto.randomUUID(),
    client_at: new Date(now()).toISOString(),
    tries: 0,
    failures: 0,
    next_try_at: 0,
    state: 'waiting',
    error: null,
  };
}
