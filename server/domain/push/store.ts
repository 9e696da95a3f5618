import { and, desc, eq, inArray } from 'drizzle-orm';
import type { PushInput } from '#contracts/push.ts';
import type { Tx } from '../../db/client.ts';
import { pushSubscriptions } from '../../db/schema/push.ts';

/** Browsers that a learner may have at a time; those that were away longest are deleted. */
const mostBrowsers = 10;

export type Owner = { userId: number; sessionId: string; now: Date };

async function findByEndpoint(tx: Tx, endpoint: string) {
  const rows = await tx
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Stores a browser or its new choice. A browser that another learner used before changes its owner, as on a shared
 * tablet, but only for somebody who knows its keys; `false`: they do not.
 */
export async function saveSubscription(tx: Tx, owner: Owner, input: PushInput): Promise<boolean> {
  const { endpoint, keys, kinds } = input;
  const known = await findByEndpoint(tx, endpoint);
  const isStrange = known && (known.p256dh !== keys.p256dh || known.auth !== keys.auth);
  if (isStrange && known.userId !== owner.userId) return false;
  const { userId, sessionId, now } = owner;
  const values = { userId, sessionId, endpoint, ...keys, kinds: [...new Set(kinds)], lastSeen: now };
  // A new owner of a browser has received nothing yet, and gets nothing from before.
  const created = known?.userId === userId ? known.created : now;
  if (known && known.userId !== userId) {
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, known.id));
  }
  const row = { ...values, created };
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
  await dropOldest(tx, userId);
  return true;
}

async function dropOldest(tx: Tx, userId: number): Promise<void> {
  const old = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.lastSeen), desc(pushSubscriptions.id))
    .offset(mostBrowsers);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids));
}

/** Deletes a browser of this learner; nothing happens to one that is not theirs or does not exist. */
export async function removeSubscription(tx: Tx, userId: number, endpoint: string): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));
}
