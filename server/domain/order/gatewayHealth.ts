/**
 * Whether the gateway answers (row 58 of money.md 7). Five commands with an unknown result in five minutes close card
 * payment, until a search or a command is answered. Meanwhile one search a minute asks for an answer, because there may
 * be nothing else to search for. Stored in the database, so that all processes agree.
 */
import { desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { countCall, takeTurn } from '../../db/callCounts.ts';
import type { Db, Tx } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema/order.ts';
import { cards } from '../../db/schema/subscription.ts';
import { rateLimits, settings } from '../../db/schema/system.ts';
import type { Deps } from '../../deps.ts';
import type { PayMethod } from '../../payment/port.ts';

const limit = { unknowns: 5, seconds: 300 };
/** One probe a minute of all processes; a job that looks every minute must not miss its turn by a moment. */
const probeTurn = { max: 1, window: 50 };
const countName = 'gateway-unknown';
const switchName = 'gateway-down';

/** Counts a command that ended unknown. */
export async function noteUnknown(tx: Tx, now: number): Promise<void> {
  const { count } = await countCall(tx, countName, limit.seconds, now);
  if (count < limit.unknowns) return;
  await tx
    .insert(settings)
    .values({ name: switchName, value: { since: new Date(now).toISOString() }, modified: new Date(now) })
    .onConflictDoNothing();
}

/** The gateway answered: it is available. */
export async function noteAnswer(db: Db): Promise<void> {
  await db.delete(settings).where(eq(settings.name, switchName));
  await db.delete(rateLimits).where(inArray(rateLimits.key, [countName]));
}

/** Since when card payment is closed because its results are unknown; `null`: it is open. */
export async function gatewayDownSince(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ since: settings.modified })
    .from(settings)
    .where(eq(settings.name, switchName));
  return row?.since ?? null;
}

/** Whether card payment is closed because its results are unknown. */
export async function isGatewayDown(db: Db): Promise<boolean> {
  return (await gatewayDownSince(db)) !== null;
}

/** The same as a part of a query. */
export const isDownNow = sql<boolean>`exists (select 1 from ${settings} where name = ${switchName})`;

/** Whether a result shows that the gateway answers: it did, or it refused. */
export function isAnswer({ kind }: { kind: string }): boolean {
  return kind !== 'unknown' && kind !== 'not_started';
}

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
