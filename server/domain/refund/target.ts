import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { gatewayCommands } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import type { Observation } from '../../payment/port.ts';

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

/** Words of a search that lags behind the charge itself: they say nothing about what went back. */
const isCharged = ({ status }: Observation) => ['captured', 'cancelled', 'refunded'].includes(status);

/**
 * Whether the gateway keeps no more than `target` yen of a charge; `null`: what was read is older than the charge, and says
 * nothing. Pure.
 */
export function keepsAtMost(seen: Observation, target: number): boolean | null {
  return isCharged(seen) ? seen.receivedTotal <= target : null;
}
