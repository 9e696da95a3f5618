/**
 * The search that opens card payment again (row 58 of money.md 7). Entries without a readable reply leave nothing to
 * search for, so without it card payment would stay closed for everybody.
 */
import { desc, eq, ne } from 'drizzle-orm';
import { takeTurn } from '../../db/callCounts.ts';
import type { Db } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema/order.ts';
import { cards } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import type { PayMethod } from '../../payment/port.ts';
import { isAnswer, isGatewayDown, noteAnswer } from './gatewayHealth.ts';

/** One probe a minute of all processes; a job that looks every minute must not miss its turn by a moment. */
const probeTurn = { max: 1, window: 50 };

/** Any OrderID of ours, a card's if there is one; `null`: nothing was ever asked. */
async function anyOrderId(db: Db): Promise<{ gatewayOrderId: string; method: PayMethod } | null> {
  const [attempt] = await db
    .select({ gatewayOrderId: paymentAttempts.gatewayOrderId, method: paymentAttempts.method })
    .from(paymentAttempts)
    .where(ne(paymentAttempts.method, 'none'))
    .orderBy(desc(eq(paymentAttempts.method, 'card')), desc(paymentAttempts.id))
    .limit(1);
  if (attempt && attempt.method !== 'none')
    return { gatewayOrderId: attempt.gatewayOrderId, method: attempt.method };
  const [card] = await db
    .select({ gatewayOrderId: cards.gatewayOrderId })
    .from(cards)
    .where(eq(cards.isCheck, true))
    .orderBy(desc(cards.id))
    .limit(1);
  return card ? { ...card, method: 'card_check' } : null;
}

/**
 * While card payment is closed, asks the gateway about once a minute: any answer opens it again, also "I know of no such
 * order". Nothing else follows from the answer.
 */
export async function probeGateway({ db, clock, gateway }: Deps): Promise<void> {
  if (!(await isGatewayDown(db))) return;
  const asked = await anyOrderId(db);
  if (asked === null || (await takeTurn(db, 'gateway-probe', probeTurn, clock.now())) !== null) return;
  if (isAnswer(await gateway.search(asked))) await noteAnswer(db);
}
