import type { UserDb } from '../db/schema.ts';
import { isOlder } from './sync.ts';

/** How long it is remembered that something went away, ms: longer than an answer asked for before can be on its way. */
const rememberedMs = 3_600_000;
/** Stands for everything of a table. */
const everything = '*';

/** Tables whose rows go away when the learner takes something back. */
type Removable = 'favorites' | 'checks' | 'notes' | 'watches';
type Removals = Record<string, number>;

const keyOf = (table: Removable) => `removed.${table}`;

async function read(db: UserDb, table: Removable): Promise<Removals> {
  return ((await db.meta.get(keyOf(table)))?.value as Removals | undefined) ?? {};
}

/**
 * Remembers that the server took something away at the learner's wish; `at`: when it answered, epoch ms. A list that was
 * asked for before, in whichever tab, must not bring it back: its row is gone and cannot say any more how new that is
 * (offline.md 5.7). Call it in the transaction that deletes the rows; that one has `meta` in it.
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
 * Says what went away after an answer was asked for at `startedAt` (epoch ms), and stays away whatever the answer lists.
 * Call it in the transaction that stores the answer; that one has `meta` in it.
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
