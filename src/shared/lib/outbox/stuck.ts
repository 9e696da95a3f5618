import type { OutboxError, OutboxRow } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';
import { HttpError } from '../errors.ts';
import { request } from '../http/request.ts';
import { lastIntent } from './coalesce.ts';
import { newRow } from './enqueue.ts';
import { isFailing, isFailure } from './failing.ts';
import type { OutboxKind } from './kind.ts';

/**
 * Number of consecutive 5xx failures before the learner is asked: about half a minute. If other changes fail too, the
 * server is probably broken rather than the entry, so the limit is higher: about a quarter of an hour.
 */
export const patience = { alone: 5, inCompany: 10 } as const;

/** Whether the server, including its database, answers other calls right now. */
async function answersOthers(): Promise<boolean> {
  try {
    await request({ path: '/api/health/', isAnonymous: true, isReload: true, whileMaintenance: 'ignore' });
    return true;
  } catch (error) {
    // Another backend may lack this address, but then it did answer.
    return error instanceof HttpError && error.status < 500;
  }
}

/**
 * Whether the server fails because of this entry: it failed repeatedly while the server works otherwise. Such an entry
 * would be retried forever and never succeed.
 */
export async function isStuck(db: UserDb, { seq, failures = 0 }: OutboxRow): Promise<boolean> {
  if (failures < patience.alone) return false;
  const rows = await db.outbox.toArray();
  const isInCompany = rows.some((row) => row.seq !== seq && isFailing(row));
  if (isInCompany && failures < patience.inCompany) return false;
  return answersOthers();
}

/**
 * Stops retrying; the learner decides (again, copy, throw away). A later change of the same entity would now be sent
 * without this one, such as a change of a note that the server never got. So it is merged into this entry's place
 * instead. It gets its own tries, because it may fix the problem.
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
    // A 5xx stores nothing on the server, so for the merge this entry counts as never sent.
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
 * Retries entries that were given up after 5xx failures, at each start of the app: the server may be fixed by now. One
 * more failure gives them up again.
 */
export async function reviveStuck(db: UserDb): Promise<void> {
  await db.outbox
    .where('state')
    .equals('refused')
    .filter(({ error }) => isFailure(error))
    .modify({ state: 'waiting', next_try_at: 0, failures: patience.inCompany - 1 });
}
