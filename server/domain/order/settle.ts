/**
 * From the gateway's answers to the books (money.md 2, R5 to R7): posts the gateway's total minus what is posted, under
 * the order's lock. News that come twice, late or out of order post nothing. Money that completes an order pays it;
 * money without a right is held in suspense, and given back.
 */
import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, type OrderRow, paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { keepPaidCard } from '../card/start.ts';
import { useCoupon as spendCoupon } from '../coupon/holds.ts';
import { addDays, timeOfDay } from '../money/jstDate.ts';
import { noteRefunded } from '../refund/outcome.ts';
import { oweAskedTransfer, oweTransfer } from '../refund/transfer.ts';
import { orderPaid } from '../subscription/events.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { changeAttempt, moveAttempt } from './attempts.ts';
import { changeOrder, isOpen } from './close.ts';
import { addCommand, commandsOf, resolveUnknown } from './commands.ts';
import { grantOrder, nameGrant } from './grants.ts';
import { balanceOf, clearingOf, type Line, post, postedOf, suspenseOf } from './ledger.ts';
import { orderMail } from './mails.ts';
import { isLive, isSettled } from './policy.ts';
import { addTask } from './tasks.ts';

/** The gateway's report of an attempt's money. */
export type Money = {
  /** Yen that came in and stayed, all together. */
  total: number;
  /** The gateway gave money back, so a smaller total is new. Otherwise a smaller total is an old report and is ignored. */
  isReturned: boolean;
  /** The charge was booked with the sum that was asked for, because no search had named another; this one does. */
  isFirstWord?: boolean;
  /** When the last of it came. */
  at: Date;
};

/** Least days that a buyer gets for the missing part of a transfer (money.md 4.9). */
const restDays = 2;

/** One case of `settle`: everything about the attempt, and the yen that are new. */
type Case = { order: OrderRow; attempt: AttemptRow; money: Money; fresh: number; posted: { count: number } };

/**
 * Makes an unpaid order a paid one, all in the caller's transaction (R6): posts the sale, gives the rights, uses the
 * coupon, tells the buyer. The caller holds the order's lock and has posted the money that came in, if it costs
 * anything. An order that is paid already stays as it is.
 *
 * @param at when it was paid; the days of access count from it.
 */
export async function becomePaid(tx: Tx, deps: Deps, order: OrderRow, at: Date): Promise<OrderRow> {
  if (isSettled(order.status)) return order;
  await post(tx, {
    orderId: order.id,
    attemptId: null,
    eventKey: `sale:${order.id}`,
    at,
    lines: [
      { account: 'receivable', amount: order.total },
      { account: 'sales', amount: -order.total },
    ],
  });
  const paid = await changeOrder(tx, deps, order, { status: 'paid', paidAt: at, dueAt: null });
  await grantOrder(tx, deps, paid, at);
  await spendCoupon(tx, order.id);
  if (paid.subscriptionId === null) await orderMail(tx, deps, paid, 'paid');
  else await nameGrant(tx, paid.id, await orderPaid(tx, deps, paid, at));
  return paid;
}

/** Posts money that came in for an attempt. Each posting has its own number, so that no two can be the same. */
function postMoney(tx: Tx, { order, attempt, money, posted }: Case, lines: Line[]): Promise<boolean> {
  const eventKey = `money:${attempt.id}:${posted.count + 1}`;
  return post(tx, { orderId: order.id, attemptId: attempt.id, eventKey, at: money.at, lines });
}

function clearing({ attempt, fresh }: Case): Line {
  if (attempt.method === 'none') throw new Error(`attempt ${attempt.id} has no method`);
  return { account: clearingOf(attempt.method), amount: fresh };
}

async function hasOtherCaptured(tx: Tx, attempt: AttemptRow): Promise<boolean> {
  const rows = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, attempt.orderId),
        eq(paymentAttempts.state, 'captured'),
        ne(paymentAttempts.id, attempt.id),
      ),
    );
  return rows.length > 0;
}

/** Nothing is searched for any more. */
const known = { isUnknown: false, nextCheckAt: null, redirectUrl: null, secret: null } as const;

/** More came in than the order costs: the rest is owed back, by our own bank transfer. */
async function oweExcess(tx: Tx, deps: Deps, { order, attempt, money, posted }: Case, excess: number) {
  await post(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    eventKey: `excess:${attempt.id}:${posted.count + 1}`,
    at: money.at,
    lines: [
      { account: 'receivable', amount: excess },
      { account: 'refund_due', amount: -excess },
    ],
  });
  const key = `excess:${attempt.id}:${posted.count + 1}`;
  await oweTransfer(tx, deps, { order, attempt }, { key, yen: excess });
  await orderMail(tx, deps, order, 'overpaid', attempt, { part: posted.count + 1, yen: excess });
}

/**
 * A part of a transfer: the buyer is asked once for the rest, on the same account (money.md 4.9). Not while that
 * account is being closed: what came goes back then.
 */
async function askForRest(tx: Tx, deps: Deps, { order, attempt, money }: Case): Promise<void> {
  const isAsked = attempt.received === 0 && attempt.fencedAt === null;
  const least = new Date(timeOfDay(addDays(japaneseDay(deps.clock.now()), restDays), 23, 59));
  const dueAt = isAsked && (attempt.dueAt === null || attempt.dueAt < least) ? least : attempt.dueAt;
  const changed = await changeAttempt(tx, deps, attempt, { received: money.total, dueAt });
  const waiting = await changeOrder(tx, deps, order, { dueAt });
  if (isAsked) await orderMail(tx, deps, waiting, 'rest_missing', changed);
}

/** Money for an order that waits for it. */
async function takeForOrder(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { order, attempt, money, fresh } = one;
  await postMoney(tx, one, [clearing(one), { account: 'receivable', amount: -fresh }]);
  if (money.total < order.total) return askForRest(tx, deps, one);
  await resolveUnknown(tx, attempt.id);
  const captured = await moveAttempt(tx, deps, attempt, 'captured', { ...known, received: money.total });
  const paid = await becomePaid(tx, deps, order, money.at);
  await keepPaidCard(tx, deps, paid, captured);
  const excess = money.total - order.total;
  if (excess > 0) await oweExcess(tx, deps, { ...one, order: paid, attempt: captured }, excess);
}

/**
 * The gateway took another sum than we requested: nothing is granted before a person has looked, and the buyer is told
 * (row 64 of money.md 7).
 */
async function takeDiffering(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { order, attempt, money, fresh } = one;
  await postMoney(tx, one, [clearing(one), { account: 'suspense', amount: -fresh }]);
  await resolveUnknown(tx, attempt.id);
  const held = await changeAttempt(tx, deps, attempt, {
    ...known,
    received: money.total,
    ...(isLive(attempt) ? { state: 'captured' as const } : {}),
  });
  const about = { orderId: order.id, attemptId: attempt.id };
  await addTask(tx, deps, 'amount_differs', about, { asked: attempt.amount, got: money.total });
  await orderMail(tx, deps, order, 'amount_differs', held, { yen: fresh });
}

/** Money that is held in suspense for an attempt is owed back. */
async function oweBack(tx: Tx, { order, attempt, money, fresh, posted }: Case): Promise<void> {
  await post(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    eventKey: `back:${attempt.id}:${posted.count + 1}`,
    at: money.at,
    lines: [
      { account: 'suspense', amount: fresh },
      { account: 'refund_due', amount: -fresh },
    ],
  });
}

/** Gives the whole of an attempt back through the gateway. */
export async function giveAllBack(tx: Tx, deps: Pick<Deps, 'clock'>, attempt: AttemptRow): Promise<void> {
  const commands = await commandsOf(tx, attempt.id);
  const tries = commands.filter(({ kind }) => kind === 'cancel_all').length;
  await addCommand(tx, attempt, 'cancel_all', new Date(deps.clock.now()), { n: tries + 1 });
}

/**
 * Money without a right (R7): found late for an attempt that was over, or a second payment of one order. A card gets it
 * back at once. A second payment by slip is owed back. A payment by slip after the end waits for a person, because its
 * buyer may still want the goods.
 */
async function takeWithoutRight(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { order, attempt, money, fresh } = one;
  await postMoney(tx, one, [clearing(one), { account: 'suspense', amount: -fresh }]);
  await resolveUnknown(tx, attempt.id);
  const change = { ...known, received: money.total };
  const extra =
    attempt.state === 'extra'
      ? await changeAttempt(tx, deps, attempt, change)
      : await moveAttempt(tx, deps, attempt, 'extra', change);
  const about = { orderId: order.id, attemptId: attempt.id };
  const isSecond = isSettled(order.status) || (await hasOtherCaptured(tx, attempt));
  if (attempt.method !== 'card' && !isSecond) {
    const { yen } = await suspenseOf(tx, attempt.id);
    await addTask(tx, deps, 'late_payment', about, { yen });
    return orderMail(tx, deps, order, 'late_payment', extra, { part: one.posted.count + 1 });
  }
  await oweBack(tx, one);
  await addTask(tx, deps, 'extra_payment', about, { yen: fresh });
  if (attempt.method === 'card') await giveAllBack(tx, deps, extra);
  else
    await oweTransfer(
      tx,
      deps,
      { order, attempt: extra },
      { key: `back:${attempt.id}:${one.posted.count + 1}`, yen: fresh },
    );
  const mail = isSecond ? 'refunded_extra' : 'refunded_late';
  await orderMail(tx, deps, order, mail, extra, { part: one.posted.count + 1, yen: fresh });
}

/**
 * The gateway gave money back: this part is no longer owed. If nobody had asked for it, a person is told. Money that
 * was booked and never came is posted alike: its order stays paid, and settles what a person takes off its sum (row 64
 * of money.md 7).
 */
async function noteReturned(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { order, attempt, money, fresh } = one;
  const owed = -(await balanceOf(tx, order.id)).refund_due;
  await postMoney(tx, one, [clearing(one), { account: 'refund_due', amount: -fresh }]);
  const changed = await changeAttempt(tx, deps, attempt, { received: money.total });
  await noteRefunded(tx, deps, order, changed, money);
  const about = { orderId: order.id, attemptId: attempt.id };
  if (money.isFirstWord)
    await addTask(tx, deps, 'amount_differs', about, { asked: attempt.amount, got: money.total });
  else if (-fresh > owed) await addTask(tx, deps, 'refund_outside', about, { yen: -fresh, owed });
}

/** Decides what the money is for. */
async function take(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { order, attempt, money } = one;
  if (attempt.state === 'captured') {
    if (attempt.method === 'card' || !isSettled(order.status)) return takeDiffering(tx, deps, one);
    await postMoney(tx, one, [clearing(one), { account: 'receivable', amount: -one.fresh }]);
    const more = await changeAttempt(tx, deps, attempt, { received: money.total });
    return oweExcess(tx, deps, { ...one, attempt: more }, one.fresh);
  }
  const hasRight = isLive(attempt) && isOpen(order) && !(await hasOtherCaptured(tx, attempt));
  if (!hasRight) return takeWithoutRight(tx, deps, one);
  if (attempt.method === 'card' && money.total !== attempt.amount) return takeDiffering(tx, deps, one);
  return takeForOrder(tx, deps, one);
}

/**
 * Posts the gateway's report of an attempt's money, with all its effects. The caller holds the locks of the order and
 * the attempt; both rows may have changed afterwards.
 */
export async function settle(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
  money: Money,
): Promise<void> {
  const posted = await postedOf(tx, attempt.id);
  const fresh = money.total - posted.total;
  if (fresh > 0) await take(tx, deps, { order, attempt, money, fresh, posted });
  if (fresh < 0 && money.isReturned) await noteReturned(tx, deps, { order, attempt, money, fresh, posted });
}

/**
 * A part payment of a slip that is over now is owed back (money.md 4.9). `goesOn`: the order is paid in another way, so
 * that no mail about its end asks for an account.
 */
export async function owePart(
  tx: Tx,
  deps: Deps,
  { order, attempt, goesOn }: { order: OrderRow; attempt: AttemptRow; goesOn: boolean },
): Promise<void> {
  const { total } = await postedOf(tx, attempt.id);
  const isPosted = await post(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    eventKey: `part:${attempt.id}`,
    at: new Date(deps.clock.now()),
    lines: [
      { account: 'receivable', amount: total },
      { account: 'refund_due', amount: -total },
    ],
  });
  if (!isPosted) return;
  const owe = goesOn ? oweAskedTransfer : oweTransfer;
  await owe(tx, deps, { order, attempt }, { key: `part:${attempt.id}`, yen: total });
}
