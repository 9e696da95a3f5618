import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { gatewayCommands } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';

/** Yen that the gateway is to keep after a command of a refund; `null`: it is no command of one. */
export async function targetOf(db: Db, commandId: number): Promise<number | null> {
  const [row] = await db
    .select({ target: refunds.target })
    .from(gatewayCommands)
    .innerJoin(refunds, eq(refunds.id, gatewayCommands.refundId))
    .where(eq(gatewayCommands.id, commandId))
    .limit(1);
  return row?.target ?? null;
}
