/** Access that the staff suspends while something is investigated, and then gives back as it was (money.md 8). */
import { eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { inventories } from '../../db/schema/learning.ts';
import { grants, type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { audit, type Staff, StaffError } from './audit.ts';

function grantsOf(tx: Tx, orderId: number) {
  return tx
    .select({ id: grants.id, inventories: grants.inventories, ended: grants.ended, held: grants.held })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .where(eq(orderItems.orderId, orderId));
}

/** Suspends the access to an order's things. Access that has ended by itself stays ended. Throws `StaffError`. */
export async function holdGrants(tx: Tx, deps: Deps, order: OrderRow, staff: Staff): Promise<number> {
  const now = new Date(deps.clock.now());
  const open = (await grantsOf(tx, order.id)).filter(({ ended, held }) => ended === null && held === null);
  if (open.length === 0) throw new StaffError('止められる利用はありません。');
  for (const grant of open) {
    const rows = await tx
      .select()
      .from(inventories)
      .where(inArray(inventories.id, [...grant.inventories, 0]));
    const running = rows.filter(({ expireAt }) => expireAt === null || expireAt > now);
    const ends = Object.fromEntries(running.map(({ id, expireAt }) => [id, expireAt?.toISOString() ?? null]));
    await tx
      .update(grants)
      .set({ held: { at: now.toISOString(), ends } })
      .where(eq(grants.id, grant.id));
    for (const { id } of running)
      await tx.update(inventories).set({ expireAt: now, modified: now }).where(eq(inventories.id, id));
  }
  await audit(tx, deps, staff, { act: 'grant-hold', orderId: order.id, after: { grants: open.length } });
  return open.length;
}

/** Gives suspended access back as it was before. What was refunded meanwhile stays ended. Throws `StaffError`. */
export async function releaseGrants(tx: Tx, deps: Deps, order: OrderRow, staff: Staff): Promise<number> {
  const modified = new Date(deps.clock.now());
  const held = (await grantsOf(tx, order.id)).filter((grant) => grant.held !== null);
  if (held.length === 0) throw new StaffError('止めている利用はありません。');
  for (const grant of held) {
    await tx.update(grants).set({ held: null }).where(eq(grants.id, grant.id));
    if (grant.ended !== null) continue;
    for (const [id, end] of Object.entries(grant.held?.ends ?? {}))
      await tx
        .update(inventories)
        .set({ expireAt: end === null ? null : new Date(end), modified })
        .where(eq(inventories.id, Number(id)));
  }
  await audit(tx, deps, staff, { act: 'release', orderId: order.id, after: { grants: held.length } });
  return held.length;
}
