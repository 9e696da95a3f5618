import type { UserDb } from '../db/schema.ts';
import { HttpError } from '../errors.ts';
import { request } from '../http/request.ts';
import { lastIntent } from './coalesce.ts';
import { newRow } from './enqueue.ts';
import { isFailing, isFailure } from './failing.ts';
import type { OutboxKind } from './kind.ts';
import type { OutboxError, OutboxRow } from './row.ts';

/**
 * Tries in a row that the server answers with a failure of its own (5xx) before the learner is asked: about half a
 * minute. Where other changes fail too the server is more likely to be broken than the entry, and more patience is
 * right: about a quarter of an hour.
 */
export const patience = { alone: 5, inCompany: 10 } as const;

/** Whether the server answers something else right now, its database included. */
async function answersOthers(): Promise<boolean> {
  try {
    await request({ path: '/api/health/', isAnonymous: true, isReload: true, whileMaintenance: 'ignore' });
    return true;
  } catch (error) {
    // Another backend may have no such address: it answers all the same.
    return error instanceof HttpError && error.status < 500;
  }
}

/**
 * Whether an entry is what the server fails over: it failed again and again, while the server is well otherwise. Such an
 * entry would knock for ever, and nothing that is promised about it would come true.
 */
export async function isStuck(db: UserDb, { seq, failures = 0 }: OutboxRow): Promise<boolean> {
  if (failures < patience.alone) return false;
  const rows = await db.outbox.toArray();
  const isInCompany = rows.some((row) => row.seq !== seq && isFailing(row));
  if (isInCompany && failures < patience.inCompany) return false;
  return answersOthers();
}

/**
 * Stops trying: the learner decides (again, copy, throw away). What was changed behind it on the same thing would now
 * go out without it, as a change of a note that the server never got; it takes the place of the entry instead, with
 * tries of its own, because it may be what mends it.
 */
export function giveUp(
  db: UserDb,
  row: OutboxRow,
  kind: OutboxKind | undefined,
  error: OutboxError,
): Promise<'refused' | 'kept'> {
  return db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('entity').equals(row.entity).sortBy('seq');
    const behind = rows.find((later) => later.seq > row.seq && later.state === 'waiting');
    // A 5xx stores nothing at the server: to its thing the entry is one that was never sent.
    const merged = behind && (kind?.combine ?? lastIntent)([{ ...row, state: 'waiting', tries: 0 }], behind);
    if (!merged?.remove.includes(row.seq)) {
      await db.outbox.update(row.seq, { state: 'refused', failures: row.failures, error });
      return 'refused';
    }
    await db.outbox.bulkDelete([...merged.remove, behind?.seq ?? row.seq]);
    if (merged.add) {
      const client_at = behind?.client_at ?? row.client_at;
      await db.outbox.put({ ...newRow(merged.add), client_at, seq: merged.seq ?? row.seq });
    }
    return 'kept';
  });
}

/**
 * Tries once more, as at each start of the app, what was given up for a failure of the server: that may have been mended
 * since. One further failure is enough to give it up again.
 */
export async function reviveStuck(db: UserDb): Promise<void> {
  await db.outbox
    .where('state')
    .equals('refused')
    .filter(({ error }) => isFailure(error))
    .modify({ state: 'waiting', next_try_at: 0, failures: patience.inCompany - 1 });
}
