import { type PushKind, pushKinds } from '#contracts/push.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';

const key = 'push.kinds';

/**
 * What the learner wants to be notified of on this device. It is stored with their own data: after a forced end of the
 * session it stays sealed, so that the same learner finds it again; a logout deletes it.
 */
export async function readKinds(db: UserDb): Promise<PushKind[]> {
  const row = await db.meta.get(key);
  const value: unknown = row?.value;
  return Array.isArray(value) ? pushKinds.filter((kind) => value.includes(kind)) : [];
}

/** Stores the choice. */
export async function writeKinds(db: UserDb, kinds: readonly PushKind[]): Promise<void> {
  if (kinds.length > 0) await db.meta.put({ key, value: [...kinds] });
  else await db.meta.delete(key);
}
