import type { Tx } from '../../db/client.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { newOrderNo } from './number.ts';

/** Stores an order under a new, unique number; another one is drawn for one that is taken. */
export async function insertOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  row: Omit<typeof orders.$inferInsert, 'orderNo'>,
  draw: (now: number) => string = newOrderNo,
): Promise<OrderRow> {
  for (let turn = 0; turn < 5; turn += 1) {
    const [order] = await tx
      .insert(orders)
      .values({ ...row, orderNo: draw(deps.clock.now()) })
      .onConflictDoNothing({ target: orders.orderNo })
      .returning();
    if (order) return order;
  }
  throw new Error('no free order number');
}
