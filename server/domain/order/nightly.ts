/** Each night the books are compared with what is stored, and with the gateway (money.md 4.20). */
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { ledgerEntries, type OrderRow, orders, paymentAttempts } from '../../db/schema/order.ts';
import { settings } from '../../db/schema/system.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { addDays, startOfDay, timeOfDay } from '../money/jstDate.ts';
import { tellOperator } from '../operator/remind.ts';
import { watchTokenScript } from '../operator/tokenScript.ts';
import { forgetAccounts } from '../refund/account.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { sweepEvents } from './expire.ts';
import { balanceOf, postedOf } from './ledger.ts';
import { attemptsOf, lockOrder } from './lock.ts';
import { bookProblems } from './recompute.ts';
import { addTask } from './tasks.ts';

/** What is done once a night, by the names under which a process claims it. */
type NightWork = 'money-nightly' | 'money-reminder';
const day = 86_400_000;
/** Orders read at a time. */
const batch = 100;

/** The inconsistencies of one order, found under its lock. */
async function checkOrder(deps: Deps, id: number): Promise<string[]> {
  return transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    const attempts = await attemptsOf(tx, id);
    const posted = [];
    for (const attempt of attempts) posted.push((await postedOf(tx, attempt.id)).total);
    const balance = await balanceOf(tx, id);
    const problems = bookProblems({ order, attempts, balance, posted });
    if (problems.length > 0)
      await addTask(
        tx,
        deps,
        'books',
        { orderId: id, attemptId: attempts.at(-1)?.id ?? null },
        { problems: problems.join('; ') },
      );
    return problems;
  });
}

/** Orders that changed, or got a posting, since a moment. */
async function changedSince(deps: Deps, since: Date, after: number): Promise<Pick<OrderRow, 'id'>[]> {
  const posted = deps.db
    .select({ id: ledgerEntries.orderId })
    .from(ledgerEntries)
    .where(gte(ledgerEntries.at, since));
  return deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(gt(orders.id, after), or(gte(orders.modified, since), inArray(orders.id, posted))))
    .orderBy(asc(orders.id))
    .limit(batch);
}

/**
 * Compares the books with the stored state of every order that changed since `since`. Answers the problems by order;
 * each is on the operator's list, too.
 */
export async function compareBooks(deps: Deps, since: Date): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  let after = 0;
  for (;;) {
    const rows = await changedSince(deps, since, after);
    for (const { id } of rows) {
      const problems = await checkOrder(deps, id);
      if (problems.length > 0) found.set(id, problems);
    }
    const last = rows.at(-1);
    if (!last) return found;
    after = last.id;
  }
}

/**
 * Days after its beginning in which a slip is searched for each night, even when it has ended: two weeks after the
 * latest end of a transfer (money.md 4.9). Who pays then may be told to us by nobody (a notification that got lost).
 */
const slipDays = 30;

/**
 * Searches once more for yesterday's attempts, and for slips that ended lately: what the gateway says is posted, if it
 * is not posted yet.
 */
async function lookAgain(deps: Deps, from: Date, to: Date): Promise<void> {
  const isLateSlip = and(
    inArray(paymentAttempts.method, ['cvs', 'bank']),
    gte(paymentAttempts.created, new Date(deps.clock.now() - slipDays * day)),
  );
  await deps.db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(deps.clock.now()) })
    .where(
      and(
        or(gte(paymentAttempts.created, from), isLateSlip),
        lt(paymentAttempts.created, to),
        isNotNull(paymentAttempts.access),
        inArray(paymentAttempts.state, ['captured', 'refused', 'expired', 'cancelled', 'extra']),
      ),
    );
}

/** Claims a work of the night for this process; `false`: it is too early, or another process has it. */
async function takeNight(deps: Deps, name: NightWork): Promise<boolean> {
  const now = deps.clock.now();
  const today = japaneseDay(now);
  if (now < timeOfDay(today, 3, 30)) return false;
  return transaction(deps.db, async (tx) => {
    const row = { value: today, modified: new Date(now) };
    await tx.insert(settings).values({ name, value: '', modified: row.modified }).onConflictDoNothing();
    const [last] = await tx.select().from(settings).where(eq(settings.name, name)).for('update');
    if (last?.value === today) return false;
    await tx.update(settings).set(row).where(eq(settings.name, name));
    return true;
  });
}

/** Does the night's work once, from 03:30 in Japan on, in one of the processes. */
export async function runNight(deps: Deps): Promise<void> {
  if (!(await takeNight(deps, 'money-nightly'))) return;
  const today = japaneseDay(deps.clock.now());
  const [from, to] = [new Date(startOfDay(addDays(today, -1))), new Date(startOfDay(today))];
  await compareBooks(deps, from);
  await lookAgain(deps, from, to);
  await sweepEvents(deps);
  await forgetAccounts(deps);
  await watchTokenScript(deps);
}

/**
 * Reminds the operator once a night of what waits. A work of its own: it also runs while everything is held back, when
 * nothing else of the night does.
 */
export async function remindAtNight(deps: Deps): Promise<void> {
  if (await takeNight(deps, 'money-reminder')) await tellOperator(deps);
}
