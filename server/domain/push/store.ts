import { and, desc, eq, inArray } from 'drizzle-orm';
import type { PushInput } from '#contracts/push.ts';
import type { Tx } from '../../db/client.ts';
import { pushSubscriptions } from '../../db/schema/push.ts';

/** Browsers a learner may have at a time; the ones that were away longest give way. */
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
 * Stores a browser or its new choice. One that another learner used before changes hands, as on a shared tablet, but
 * only to who knows its keys; `false`: they do not.
 */
export async function saveSubscription(tx: Tx, owner: Owner, input: PushInput): Promise<boolean> {
  const { endpoint, keys, kinds } = input;
  const known = await findByEndpoint(tx, endpoint);
  const isStrange = known && (known.p256dh !== keys.p256dh || known.auth !== keys.auth);
  if (isStrange && known.userId !== owner.userId) return false;
  const { userId, sessionId, now } = owner;
  const values = { userId, sessionId, endpoint, ...keys, kinds: [...new Set(kinds)], lastSeen: now };
  // Whoever takes a browser over has not been told anything yet, and is not told of what came before.
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

/** Forgets a browser of this learner; one that is not theirs, or not there, stays as it is. */
export async function removeSubscription(tx: Tx, userId: number, endpoint: string): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));
}
