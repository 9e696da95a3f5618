/**
 * Compares the books with what the gateway says now (row 114 of money.md 7). It only reads, outside of every
 * transaction.
 */
import { and, asc, gte, isNotNull, ne } from 'drizzle-orm';
import { paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { postedOf } from '../order/ledger.ts';

const day = 86_400_000;

export type GatewayDifference = {
  gatewayOrderId: string;
  state: string;
  booked: number;
  /** `null`: the gateway does not know it, or did not answer. */
  held: number | null;
};

/** Attempts of the last `days` days for which the gateway holds another sum than the books say. */
export async function compareGateway(deps: Deps, days: number): Promise<GatewayDifference[]> {
  const since = new Date(deps.clock.now() - days * day);
  const rows = await deps.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        gte(paymentAttempts.created, since),
        isNotNull(paymentAttempts.gatewayOrderId),
        ne(paymentAttempts.method, 'none'),
      ),
    )
    .orderBy(asc(paymentAttempts.id));
  const found: GatewayDifference[] = [];
  for (const { id, gatewayOrderId, method, state } of rows) {
    if (method === 'none') continue;
    const answer = await deps.gateway.search({ gatewayOrderId, method });
    const held = answer.kind === 'ok' ? (answer.observation?.receivedTotal ?? 0) : null;
    const booked = (await postedOf(deps.db, id)).total;
    if (held !== booked) found.push({ gatewayOrderId, state, booked, held });
  }
  return found;
}
