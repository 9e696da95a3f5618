import type { UserDb } from '../db/schema.ts';
import { isOlder } from './sync.ts';

/** How long a removal is remembered, ms: longer than an answer requested before it can be on its way. */
const rememberedMs = 3_600_000;
/** Means all rows of a table. */
const everything = '*';

/** Tables whose rows are deleted when the learner removes something. */
type Removable = 'favorites' | 'checks' | 'notes' | 'watches';
type Removals = Record<string, number>;

const keyOf = (table: Removable) => `removed.${table}`;

async function read(db: UserDb, table: Removable): Promise<Removals> {
  return ((await db.meta.get(keyOf(table)))?.value as Removals | undefined) ?? {};
}

/**
 * Records that the server removed something for the learner (a tombstone); `at`: when it answered, epoch ms. A list
 * requested earlier, in any tab, must not restore it: the deleted row can no longer show that it was newer
 * (offline.md 5.7). Call it in the transaction that deletes the rows; `meta` must be part of that transaction.
 */
export async function noteRemovals(
  db: UserDb,
  table: Removable,
  ids: string[] | 'all',
  at: number,
): Promise<void> {
  const recent = Object.entries(await read(db, table)).filter(
    ([, since]) => Math.abs(at - since) < rememberedMs,
  );
  const added = (ids === 'all' ? [everything] : ids).map((id) => [id, at]);
  const value: Removals = { ...Object.fromEntries(recent), ...Object.fromEntries(added) };
  await db.meta.put({ key: keyOf(table), value });
}

/**
 * What was removed after an answer was requested at `startedAt` (epoch ms); it stays removed whatever the answer lists.
 * Call it in the transaction that stores the answer; `meta` must be part of that transaction.
 */
export async function removedSince(
  db: UserDb,
  table: Removable,
  startedAt: number,
): Promise<(id: string) => boolean> {
  const removals = await read(db, table);
  const isSince = (at: number | undefined) => at !== undefined && !isOlder({ saved_at: at }, startedAt);
  return (id) => isSince(removals[id]) || isSince(removals[everything]);
}
