/**
 * Asks the gateway whether it knows more than the books (row 114 of money.md 7): after an old backup was restored on a
 * server that has no mark of how far its books once were. It only reads, outside of every transaction.
 */
import { and, desc, eq, ne } from 'drizzle-orm';
import { type AttemptState, gatewayCommands, orders, paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { postedOf } from './ledger.ts';

/** How many of the newest attempts are asked about. */
const most = 20;

/** Money for these comes without us, at any time. */
const paidUntold: readonly AttemptState[] = ['slip', 'expired'];

/**
 * `same`: nothing differs, or there is nothing to compare · `ahead`: the gateway has another sum than the books, or
 * knows what was never sent · `silent`: it did not answer.
 */
type Compared = { kind: 'same' } | { kind: 'ahead' | 'silent'; gatewayOrderId: string };

/**
 * Compares the newest attempts at this gateway with the books. Differences that a search explains by itself are none: a
 * command that is out, or whose reply was lost, and a slip that was paid while no server listened. What the gateway does
 * not know at all is none either, because then the gateway is behind.
 */
export async function compareNewest({ db, gateway }: Pick<Deps, 'db' | 'gateway'>): Promise<Compared> {
  const { kind } = gateway.capabilities;
  if (kind === 'none') return { kind: 'same' };
  const rows = await db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(ne(paymentAttempts.method, 'none'), eq(orders.isTest, kind === 'scripted')))
    .orderBy(desc(paymentAttempts.id))
    .limit(most);
  for (const { attempt } of rows) {
    const { id, gatewayOrderId, method, state } = attempt;
    const commands = await db.select().from(gatewayCommands).where(eq(gatewayCommands.attemptId, id));
    const isOut = commands.some((command) => command.state === 'sent' || command.state === 'unknown');
    if (method === 'none' || isOut || paidUntold.includes(state)) continue;
    const answer = await gateway.search({ gatewayOrderId, method });
    if (answer.kind !== 'ok') return { kind: 'silent', gatewayOrderId };
    if (answer.observation === null) continue;
    const wasNeverSent = state === 'ready' && commands.every(({ reply }) => reply === null);
    const isSame = answer.observation.receivedTotal === (await postedOf(db, id)).total;
    if (wasNeverSent || !isSame) return { kind: 'ahead', gatewayOrderId };
  }
  return { kind: 'same' };
}
