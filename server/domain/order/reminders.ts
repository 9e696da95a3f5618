import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, moneyNotices, paymentAttempts } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { addDays, startOfDay } from '../money/jstDate.ts';
import { quietUntil } from '../push/quiet.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { lockOrder } from './lock.ts';
import { orderMail } from './mails.ts';

/** Nobody gets a reminder about money at night (money.md 4.8). */
const quiet = { quiet_from: '22:00', quiet_to: '08:00' };
const batch = 50;

/** Slips that have to be paid by tomorrow and have had no reminder. */
function dueTomorrow(deps: Deps): Promise<AttemptRow[]> {
  const today = japaneseDay(deps.clock.now());
  const from = new Date(startOfDay(addDays(today, 1)));
  const to = new Date(startOfDay(addDays(today, 2)));
  const isDue = and(
    eq(paymentAttempts.state, 'slip'),
    isNull(paymentAttempts.fencedAt),
    gte(paymentAttempts.dueAt, from),
    lt(paymentAttempts.dueAt, to),
    isNull(moneyNotices.id),
  );
  const isToldOf = and(
    eq(moneyNotices.orderId, paymentAttempts.orderId),
    eq(moneyNotices.kind, 'reminder'),
    eq(moneyNotices.on, sql`${paymentAttempts.n}::text`),
  );
  return deps.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .leftJoin(moneyNotices, isToldOf)
    .where(isDue)
    .orderBy(asc(paymentAttempts.id))
    .limit(batch)
    .then((rows) => rows.map(({ attempt }) => attempt));
}

/** Checked again under the order's lock, so that a buyer who paid a minute ago gets no reminder. */
async function remind(tx: Tx, deps: Deps, found: AttemptRow): Promise<void> {
  const order = await lockOrder(tx, found.orderId);
  const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, found.id));
  const isOpen = attempt?.state === 'slip' && attempt.fencedAt === null && attempt.received < order.total;
  if (order.status === 'awaiting_payment' && isOpen) await orderMail(tx, deps, order, 'reminder', attempt);
}

/**
 * Sends reminders of slips on the day before their last one, not between 22:00 and 8:00. Does what is due now. Several
 * processes may run it at once, because the notice is one row.
 */
export async function sendReminders(deps: Deps): Promise<void> {
  if (quietUntil(deps.clock.now(), quiet) !== null) return;
  for (const attempt of await dueTomorrow(deps)) {
    await transaction(deps.db, (tx) => remind(tx, deps, attempt));
  }
}
