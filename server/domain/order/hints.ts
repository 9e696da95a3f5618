/**
 * What comes from outside about a payment: the buyer's browser when it returns, and notifications of the gateway. Both
 * are only hints (R3): they cause a search, or the finish that was waited for. They prove nothing about money.
 */
import { and, eq, inArray, or } from 'drizzle-orm';
import { countCall } from '../../db/callCounts.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  type AttemptRow,
  gatewayEvents,
  type OrderRow,
  orders,
  paymentAttempts,
} from '../../db/schema/order.ts';
import { cards } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { rateLimited } from '../../errors.ts';
import type { NotificationReading } from '../../payment/port.ts';
import { accessHashOf } from './apply.ts';
import { changeAttempt, lockAttempt, searchedBy } from './attempts.ts';
import { addCommand } from './commands.ts';
import { kickMoney } from './kick.ts';
import { attemptsOf, lockOrder } from './lock.ts';
import { isLive } from './policy.ts';

/** The attempt of a return address, or `null`. */
export async function attemptOfRef(db: Db, ref: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.returnRef, ref)).limit(1);
  return row ?? null;
}

async function noteReturnIn(tx: Tx, deps: Deps, found: AttemptRow): Promise<void> {
  await lockOrder(tx, found.orderId);
  const attempt = await lockAttempt(tx, found.id);
  const now = new Date(deps.clock.now());
  const returned =
    attempt.returnedAt === null ? await changeAttempt(tx, deps, attempt, { returnedAt: now }) : attempt;
  if (returned.state === 'challenged') await addCommand(tx, returned, 'finish', now);
  // The reply that sent the buyer there was not received: a search finds out the state.
  if (returned.isUnknown) await changeAttempt(tx, deps, returned, { nextCheckAt: now });
}

/**
 * The buyer is back from the bank's page, in any browser (money.md 4.5, 4.6). The charge is sent once, even when this
 * comes twice, or before our own reply is stored. `false`: there is no such return address.
 */
export async function noteReturn(deps: Deps, ref: string): Promise<boolean> {
  const attempt = await attemptOfRef(deps.db, ref);
  if (!attempt) return false;
  if (isLive(attempt)) {
    await transaction(deps.db, (tx) => noteReturnIn(tx, deps, attempt));
    kickMoney(deps);
  }
  return true;
}

/** What a page without a login may show of a payment. */
export async function orderOfRef(
  deps: Pick<Deps, 'db'>,
  ref: string,
): Promise<{ order: OrderRow; attempts: AttemptRow[]; attempt: AttemptRow } | null> {
  const attempt = await attemptOfRef(deps.db, ref);
  if (!attempt) return null;
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, attempt.orderId));
  if (!order) return null;
  return { order, attempts: await attemptsOf(deps.db, order.id), attempt };
}

/**
 * How many notifications are taken in a minute: of one transaction of ours, and of one network that names none. The
 * sender of a real one tries again later.
 */
const mostNotes = 120;
const notesWindow = 60;
/** Beyond this many in a minute, what cannot be read is not logged one by one any more. */
const mostLines = 10;
/** Least pause between two searches for an attempt that notifications cause, milliseconds. */
const noteSearchMs = 5_000;

type Trade = Extract<NotificationReading, { kind: 'trade' }>;

type Known = Pick<AttemptRow, 'id' | 'accessHash' | 'checkedAt'>;

async function attemptOfTrade(db: Db, deps: Deps, trade: Trade): Promise<Known | null> {
  const { id, accessHash, checkedAt } = paymentAttempts;
  const [row] = await db
    .select({ id, accessHash, checkedAt })
    .from(paymentAttempts)
    .where(
      or(
        eq(paymentAttempts.gatewayOrderId, trade.gatewayOrderId),
        eq(paymentAttempts.accessHash, accessHashOf(deps, trade.accessId)),
      ),
    )
    .limit(1);
  return row ?? null;
}

/**
 * Whether a transaction is the check of a card. A check has no attempt: its own commands and searches tell its state.
 */
async function isCardCheck(db: Db, trade: Trade): Promise<boolean> {
  const isIts = eq(cards.gatewayOrderId, trade.gatewayOrderId);
  return (await db.select({ id: cards.id }).from(cards).where(isIts).limit(1)).length > 0;
}

/** Counts a notification, for all processes. Throws 429 `rate` when there were too many. */
async function countNote(deps: Deps, of: string): Promise<number> {
  const usage = await countCall(deps.db, `notify:${of}`, notesWindow, deps.clock.now());
  if (usage.count > mostNotes) throw rateLimited(usage.resetsIn / 1000);
  return usage.count;
}

/**
 * Who is counted: the attempt, if the notification knows the secret name of its transaction, so that nobody else can use
 * up the gateway's turns; else the network that it came from.
 */
function counted(deps: Deps, attempt: Known | null, trade: Trade, source: string): string {
  const isKnown = attempt !== null && attempt.accessHash === accessHashOf(deps, trade.accessId);
  return isKnown ? `attempt-${attempt.id}` : source;
}

type Event = typeof gatewayEvents.$inferInsert;

const stored = (db: Db, row: Event) =>
  db
    .insert(gatewayEvents)
    .values(row)
    .onConflictDoNothing({ target: gatewayEvents.dedupKey })
    .returning({ attemptId: gatewayEvents.attemptId });

/** Stores an event once; `false`: it is known already. */
async function storeEvent(db: Db, row: Event): Promise<boolean> {
  return (await stored(db, row)).length > 0;
}

/**
 * Stores an event once, and has its attempt searched for by `at`; `false`: it is known already. One statement, and so
 * all or nothing: on PGlite a transaction would hold up every other request for four.
 */
async function storeAndSearch(db: Db, row: Event, at: Date): Promise<boolean> {
  const made = db.$with('made').as(stored(db, row));
  const changed = await db
    .with(made)
    .update(paymentAttempts)
    .set(searchedBy(at))
    .from(made)
    .where(eq(paymentAttempts.id, made.attemptId))
    .returning({ id: paymentAttempts.id });
  return changed.length > 0;
}

/**
 * Stores a notification as it came, without secrets, and starts a search for its attempt (money.md 4.10). Known,
 * unknown, good or stale: once it is stored it counts as received. An odd one is kept for the operator. Throws 429 `rate`
 * for too many of a network that knows no transaction of ours, or of one transaction; else only when the database does.
 */
export async function takeNotification(
  deps: Deps,
  reading: Extract<NotificationReading, { kind: 'trade' | 'unreadable' }>,
  source: string,
): Promise<void> {
  const received = new Date(deps.clock.now());
  const body = { text: reading.masked };
  const common = { dedupKey: reading.dedupKey, body, source, received };
  if (reading.kind === 'unreadable') {
    const count = await countNote(deps, source);
    const row = {
      ...common,
      accessHash: '',
      gatewayOrderId: '',
      tranId: '',
      status: '',
      state: 'odd' as const,
    };
    if ((await storeEvent(deps.db, row)) && count <= mostLines)
      deps.log.error('payment_notification_odd', {});
    return;
  }
  const attempt = await attemptOfTrade(deps.db, deps, reading);
  await countNote(deps, counted(deps, attempt, reading, source));
  const isOurs = attempt !== null || (await isCardCheck(deps.db, reading));
  const row: Event = {
    ...common,
    attemptId: attempt?.id ?? null,
    accessHash: accessHashOf(deps, reading.accessId),
    gatewayOrderId: reading.gatewayOrderId,
    tranId: reading.tranId ?? '',
    status: reading.status,
    state: isOurs ? 'matched' : 'parked',
  };
  if (attempt === null) {
    await storeEvent(deps.db, row);
    return;
  }
  const at = Math.max(received.getTime(), (attempt.checkedAt?.getTime() ?? 0) + noteSearchMs);
  const isNew = await storeAndSearch(deps.db, row, new Date(at));
  // A repeated notification starts no search. A search that is not due yet is left to the job.
  if (isNew && at === received.getTime()) kickMoney(deps);
}

/** Parked notifications whose attempt is known by now cause a search for it (money.md 4.20). */
export async function matchParked(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  await transaction(deps.db, async (tx) => {
    const rows = await tx
      .select({ event: gatewayEvents.id, attempt: paymentAttempts.id })
      .from(gatewayEvents)
      .innerJoin(
        paymentAttempts,
        or(
          eq(paymentAttempts.gatewayOrderId, gatewayEvents.gatewayOrderId),
          eq(paymentAttempts.accessHash, gatewayEvents.accessHash),
        ),
      )
      .where(eq(gatewayEvents.state, 'parked'))
      .limit(50);
    for (const { event, attempt } of rows) {
      await tx
        .update(gatewayEvents)
        .set({ state: 'matched', attemptId: attempt })
        .where(and(eq(gatewayEvents.id, event), eq(gatewayEvents.state, 'parked')));
    }
    const ids = rows.map(({ attempt }) => attempt);
    if (ids.length > 0)
      await tx.update(paymentAttempts).set({ nextCheckAt: now }).where(inArray(paymentAttempts.id, ids));
  });
}
