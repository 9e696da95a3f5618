/** Access that the staff suspends while something is investigated, and then gives back (money.md 8). */
import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { inventories } from '../../db/schema/learning.ts';
import { grants, type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { heldGrants } from '../subscription/access.ts';
import { lockSubscription } from '../subscription/rows.ts';
import { audit, type Staff, StaffError } from './audit.ts';

function grantsOf(tx: Tx, orderId: number) {
  return tx
    .select({ id: grants.id, inventories: grants.inventories, ended: grants.ended, held: grants.held })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .where(eq(orderItems.orderId, orderId));
}

/**
 * Whether the contract of a plan's order is over: then the order opens nothing, and the items of the library may belong
 * to a new contract for the same plan.
 */
async function isOver(tx: Tx, { subscriptionId }: OrderRow): Promise<boolean> {
  return subscriptionId !== null && (await lockSubscription(tx, subscriptionId)).status === 'ended';
}

/** The ends that holds on other orders of the same plan keep: the library shows only when those holds began. */
async function endsHeldBefore(tx: Tx, { subscriptionId }: OrderRow): Promise<Record<string, string | null>> {
  const [hold] = subscriptionId === null ? [] : await heldGrants(tx, subscriptionId);
  return hold?.held?.ends ?? {};
}

/**
 * Suspends the access to an order's things. Access that has ended by itself stays ended. What moves the end of a plan
 * meanwhile is noted with the hold (subscription/access.ts). The caller holds the order's lock. Throws `StaffError`.
 */
export async function holdGrants(tx: Tx, deps: Deps, order: OrderRow, staff: Staff): Promise<number> {
  const now = new Date(deps.clock.now());
  const all = (await isOver(tx, order)) ? [] : await grantsOf(tx, order.id);
  const open = all.filter(({ ended, held }) => ended === null && held === null);
  if (open.length === 0) throw new StaffError('止められる利用はありません。');
  const before = await endsHeldBefore(tx, order);
  for (const grant of open) {
    const rows = await tx
      .select()
      .from(inventories)
      .where(inArray(inventories.id, [...grant.inventories, 0]));
    const ends = Object.fromEntries(rows.map(({ id, expireAt }) => [id, expireAt?.toISOString() ?? null]));
    await tx
      .update(grants)
      .set({ held: { at: now.toISOString(), ends: { ...ends, ...before } } })
      .where(eq(grants.id, grant.id));
    const running = rows.filter(({ expireAt }) => expireAt === null || expireAt > now);
    for (const { id } of running)
      await tx.update(inventories).set({ expireAt: now, modified: now }).where(eq(inventories.id, id));
  }
  await audit(tx, deps, staff, { act: 'grant-hold', orderId: order.id, after: { grants: open.length } });
  return open.length;
}

/**
 * Gives suspended access back until its end of now. What was refunded meanwhile stays ended; a plan's items belong to
 * all its periods and end with the contract, not with an order. What runs was opened by a new contract and stays as it
 * is. The caller holds the order's lock. Throws `StaffError`.
 */
export async function releaseGrants(tx: Tx, deps: Deps, order: OrderRow, staff: Staff): Promise<number> {
  const modified = new Date(deps.clock.now());
  const held = (await grantsOf(tx, order.id)).filter((grant) => grant.held !== null);
  if (held.length === 0) throw new StaffError('止めている利用はありません。');
  const { subscriptionId } = order;
  for (const grant of held) {
    await tx.update(grants).set({ held: null }).where(eq(grants.id, grant.id));
    // Another hold on the same plan still stands, and keeps the same ends.
    const isHeldElsewhere = subscriptionId !== null && (await heldGrants(tx, subscriptionId)).length > 0;
    if ((grant.ended !== null && subscriptionId === null) || isHeldElsewhere) continue;
    for (const [id, end] of Object.entries(grant.held?.ends ?? {}))
      await tx
        .update(inventories)
        .set({ expireAt: end === null ? null : new Date(end), modified })
        .where(and(eq(inventories.id, Number(id)), lte(inventories.expireAt, modified)));
  }
  await audit(tx, deps, staff, { act: 'release', orderId: order.id, after: { grants: held.length } });
  return held.length;
}
