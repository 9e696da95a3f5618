import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { gatewayCommands } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import type { Observation } from '../../payment/port.ts';

/** Yen that the gateway is to keep after a command of a refund; `null`: the command is not of a refund. */
export async function targetOf(db: Db, commandId: number): Promise<number | null> {
  const [row] = await db
    .select({ target: refunds.target })
    .from(gatewayCommands)
    .innerJoin(refunds, eq(refunds.id, gatewayCommands.refundId))
    .where(eq(gatewayCommands.id, commandId))
    .limit(1);
  return row?.target ?? null;
}

/** A search that lags behind the charge itself: it says nothing about what was given back. */
const isCharged = ({ status }: Observation) => ['captured', 'cancelled', 'refunded'].includes(status);

/**
 * Whether the gateway keeps at most `target` yen of a charge; `null`: the answer is older than the charge, and says
 * nothing. Pure.
 */
export function keepsAtMost(seen: Observation, target: number): boolean | null {
  return isCharged(seen) ? seen.receivedTotal <= target : null;
}
