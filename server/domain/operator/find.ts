import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../../db/schema/order.ts';
import { StaffError } from './audit.ts';

/** The order of a number as papers and mails print it. Throws `StaffError`. */
export async function orderOfNumber(db: Db, typed: string | undefined): Promise<OrderRow> {
  const number = (typed ?? '').trim().toUpperCase();
  const [row] = await db.select().from(orders).where(eq(orders.orderNo, number)).limit(1);
  if (!row) throw new StaffError('その注文番号の注文はありません。');
  return row;
}

/** The attempt of a gateway's OrderID, `K270412-7H3KQ9ZC-01`. Throws `StaffError`. */
export async function attemptOfNumber(db: Db, typed: string | undefined): Promise<AttemptRow> {
  const number = (typed ?? '').trim().toUpperCase();
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.gatewayOrderId, number))
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  if (!row) throw new StaffError('その決済番号の支払いはありません。「注文番号-01」の形で指定してください。');
  return row;
}
