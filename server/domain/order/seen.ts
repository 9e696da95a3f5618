/**
 * The effects of a search's answer on an attempt (money.md 4.5, 4.7 to 4.9). Only a search, or the reply to our own
 * command, changes money state (R3). The caller holds the locks of the order and the attempt.
 */
import type { Tx } from '../../db/client.ts';
import type { AttemptRow, CommandRow, OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import type { Observation } from '../../payment/port.ts';
import { refundLost } from '../refund/outcome.ts';
import { lastAskedAt, refundAtGateway, refundById } from '../refund/store.ts';
import { keepsAtMost } from '../refund/target.ts';
import { oweAskedTransfer } from '../refund/transfer.ts';
import { challengeEndMs, challengeLookMs } from './again.ts';
import { moneyTime, showSlip, slipLookMs } from './apply.ts';
import { changeAttempt, fence, lockAttempt } from './attempts.ts';
import { isOpen } from './close.ts';
import { addCommand, chargingKinds, commandsOf, resolveUnknown } from './commands.ts';
import { lockOrder } from './lock.ts';
import { orderMail } from './mails.ts';
import { failAttempt, slipOver } from './over.ts';
import { isLive } from './policy.ts';
import { giveAllBack, settle } from './settle.ts';
import { addTask } from './tasks.ts';

const minute = 60_000;
const hour = 60 * minute;
/** When something unknown is searched for, counted from the sending (money.md 4.7); after that every half hour. */
const searchesAfter = [1, 3, 10, 30].map((minutes) => minutes * minute);
/** How long searches must answer "open" before the attempt is fenced; before that, a search may simply lag behind. */
const fenceAfterMs = 10 * minute;
/** The search that proves "not charged" comes at least this long after the fence. */
export const proofAfterMs = 3 * minute;
/** After this long without any answer, a person looks and the buyer is told. */
const tellAfterMs = 30 * minute;
/**
 * How long after its date a slip is canceled: a store may report late, and a transfer may be on its way (money.md 4.9).
 */
const graceMs = { cvs: 0, bank: 3 * 24 * hour } as const;
/**
 * It is not certain that the slip is paid or canceled. After this time the order ends all the same, and late money
 * waits in suspense.
 */
const uncertainMs = 24 * hour;
/**
 * How often canceling a slip, or giving money back, is tried; each time only after a search says that it did not
 * happen.
 */
const mostUndoes = 4;

type Case = { order: OrderRow; attempt: AttemptRow; seen: Observation | null };

/** When a slip is cancelled if nobody has paid it. */
function slipEnd({ dueAt, method }: AttemptRow): number {
  return (dueAt?.getTime() ?? 0) + (method === 'bank' ? graceMs.bank : graceMs.cvs);
}

/** When a slip ends, even if nobody can say whether it is canceled. */
export function slipLastEnd(attempt: AttemptRow): number {
  return slipEnd(attempt) + uncertainMs;
}

async function lookAt(tx: Tx, deps: Deps, attempt: AttemptRow, at: number): Promise<void> {
  await changeAttempt(tx, deps, attempt, { nextCheckAt: new Date(at) });
}

/** The next search for an attempt that is unknown since `since`. */
function nextSearch(since: number, now: number): number {
  const next = searchesAfter.map((pause) => since + pause).find((at) => at > now);
  return next ?? now + 30 * minute;
}

const isCharging = ({ kind }: CommandRow) => (chargingKinds as readonly string[]).includes(kind);
const sinceOf = (command: CommandRow | undefined, fallback: Date) => (command?.sentAt ?? fallback).getTime();

/** There was no answer for half an hour: a person is asked to look, once, and the buyer is told not to pay again. */
async function tellIfLong(tx: Tx, deps: Deps, order: OrderRow, attempt: AttemptRow, since: number) {
  if (deps.clock.now() < since + tellAfterMs) return;
  await addTask(tx, deps, 'unknown', { orderId: order.id, attemptId: attempt.id }, {});
  if (isOpen(order)) await orderMail(tx, deps, order, 'unknown_long', attempt);
}

/** A charge, or a slip, whose result only a search can tell. The search says that it has not happened so far. */
async function chargeStillOpen(
  tx: Tx,
  deps: Deps,
  { order, attempt }: Case,
  unknown: CommandRow | undefined,
) {
  const now = deps.clock.now();
  const since = sinceOf(unknown, attempt.modified);
  if (attempt.fencedAt === null && now < since + fenceAfterMs)
    return lookAt(tx, deps, attempt, nextSearch(since, now));
  const { attempt: fenced, busyUntil } = await fence(tx, deps, attempt);
  const fencedAt = fenced.fencedAt?.getTime() ?? now;
  const proofAt = Math.max(fencedAt, busyUntil?.getTime() ?? 0) + proofAfterMs;
  if (busyUntil !== null || now < proofAt) return lookAt(tx, deps, fenced, proofAt);
  const failure = unknown?.kind === 'exec' ? 'token' : unknown?.kind === 'finish' ? 'tds' : 'closed';
  return failAttempt(tx, deps, order, fenced, { failure, errorCode: null });
}

/**
 * The buyer was sent to the bank's page. Only a finish command charges, and none was sent so far unless `commands` has
 * one.
 */
async function challengeOpen(tx: Tx, deps: Deps, one: Case, commands: CommandRow[]): Promise<void> {
  const { order, attempt, seen } = one;
  const now = deps.clock.now();
  const began = (attempt.challengedAt ?? attempt.modified).getTime();
  const hasFinish = commands.some(({ kind }) => kind === 'finish');
  if (seen?.status === 'authenticated' && !hasFinish && attempt.fencedAt === null) {
    await addCommand(tx, attempt, 'finish', new Date(now));
    return lookAt(tx, deps, attempt, now + challengeLookMs);
  }
  const isOver = attempt.fencedAt !== null || now >= began + challengeEndMs;
  if (!isOver) {
    const next = began + (now < began + challengeLookMs ? challengeLookMs : challengeEndMs);
    return lookAt(tx, deps, attempt, next);
  }
  const { attempt: fenced, busyUntil } = await fence(tx, deps, attempt);
  if (busyUntil !== null) return lookAt(tx, deps, fenced, busyUntil.getTime() + minute);
  return failAttempt(tx, deps, order, fenced, { failure: 'tds', errorCode: null });
}

/**
 * How often the gateway was asked to cancel a slip for one wish: a buyer's press, or the slip's end. Each fences the
 * attempt, and the fence is lifted when the gateway has refused; so refused presses take nothing from what is asked by
 * itself.
 */
function asksForThis({ fencedAt }: AttemptRow, cancels: readonly CommandRow[]): number {
  return fencedAt === null ? 0 : cancels.filter(({ created }) => created >= fencedAt).length;
}

/** The gateway refuses to cancel the slip: it stays open for its buyer, who is told, and the request is dropped. */
async function keepSlip(tx: Tx, deps: Deps, { order, attempt }: Case, part: number): Promise<AttemptRow> {
  const about = { orderId: order.id, attemptId: attempt.id };
  await addTask(tx, deps, 'slip_open', about, {}, { isNews: true });
  const kept = await changeAttempt(tx, deps, attempt, { fencedAt: null, secret: null });
  // A part of a transfer that came meanwhile got no answer.
  if (kept.received > 0) await orderMail(tx, deps, order, 'rest_missing', kept);
  else await orderMail(tx, deps, order, 'slip_kept', kept, { part });
  return kept;
}

/** A slip that waits to be paid, or to be cancelled. */
async function slipOpen(tx: Tx, deps: Deps, one: Case, commands: CommandRow[]): Promise<void> {
  const { attempt } = one;
  const now = deps.clock.now();
  const cancels = commands.filter(({ kind }) => kind === 'cancel_slip');
  const last = cancels[0];
  const mayAsk = asksForThis(attempt, cancels) < mostUndoes;
  const cancelAgain = async () => {
    const { attempt: fenced } = await fence(tx, deps, attempt);
    const at = new Date(deps.clock.now());
    await addCommand(tx, fenced, 'cancel_slip', at, { n: cancels.length + 1 });
    await changeAttempt(tx, deps, fenced, { isUnknown: false, nextCheckAt: new Date(now + 10 * minute) });
  };
  if (last?.state === 'unknown') {
    const since = sinceOf(last, attempt.modified);
    // A search says that it did not happen, so a new command may ask for it once more.
    const isProven = now >= since + fenceAfterMs && mayAsk;
    if (!isProven) return lookAt(tx, deps, attempt, nextSearch(since, now));
    await resolveUnknown(tx, attempt.id);
    return cancelAgain();
  }
  if (now >= slipEnd(attempt) && mayAsk) return cancelAgain();
  if (attempt.fencedAt !== null && last?.state === 'done' && now < slipEnd(attempt))
    await keepSlip(tx, deps, one, cancels.length);
  const due = attempt.dueAt?.getTime() ?? now;
  const next = due > now ? Math.min(now + slipLookMs, due + minute) : now + 10 * minute;
  return lookAt(tx, deps, attempt, Math.max(next, now + minute));
}

/** The attempt may still bring money. */
async function stillOpen(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { attempt, order } = one;
  const now = deps.clock.now();
  const commands = await commandsOf(tx, attempt.id);
  const sent = commands.find(({ state }) => state === 'sent');
  if (sent) return lookAt(tx, deps, attempt, (sent.leaseUntil?.getTime() ?? now) + minute);
  if (commands.some(({ state }) => state === 'ready')) return lookAt(tx, deps, attempt, now + 10 * minute);
  if (attempt.state === 'slip') return slipOpen(tx, deps, one, commands);
  if (attempt.isUnknown) {
    const unknown = commands.find((command) => command.state === 'unknown' && isCharging(command));
    return chargeStillOpen(tx, deps, one, unknown);
  }
  if (attempt.state === 'challenged') return challengeOpen(tx, deps, one, commands);
  // No command that could charge was sent, and none will be.
  if (attempt.fencedAt !== null)
    return failAttempt(tx, deps, order, attempt, { failure: 'closed', errorCode: null });
  await changeAttempt(tx, deps, attempt, { nextCheckAt: null });
}

/**
 * The attempt is over, and nobody knows whether its slip was cancelled: whoever asked for that died, or was slower than
 * a search. Mostly the slip is over, too; one that was issued too late for its attempt may still be open.
 */
async function slipStillOver(
  tx: Tx,
  deps: Deps,
  { order, attempt, seen }: Case,
  cancels: readonly CommandRow[],
): Promise<void> {
  const now = deps.clock.now();
  const since = sinceOf(cancels[0], attempt.modified);
  const isOpenThere = seen?.status === 'requested';
  if (isOpenThere && now < since + fenceAfterMs) return lookAt(tx, deps, attempt, nextSearch(since, now));
  await resolveUnknown(tx, attempt.id);
  await changeAttempt(tx, deps, attempt, { isUnknown: false, nextCheckAt: null });
  if (!isOpenThere) return;
  if (asksForThis(attempt, cancels) < mostUndoes)
    await addCommand(tx, attempt, 'cancel_slip', new Date(now), { n: cancels.length + 1 });
  else {
    const about = { orderId: order.id, attemptId: attempt.id };
    await addTask(tx, deps, 'slip_open', about, {}, { isNews: true });
  }
}

/** The attempt is over: only a command that takes something back may still have an effect that nobody knows. */
async function stillOver(tx: Tx, deps: Deps, one: Case): Promise<void> {
  const { order, attempt, seen } = one;
  const commands = await commandsOf(tx, attempt.id);
  const cancels = commands.filter(({ kind }) => kind === 'cancel_slip');
  if (cancels[0]?.state === 'unknown') return slipStillOver(tx, deps, one, cancels);
  const undo = commands.find(({ kind }) => kind === 'cancel_all' || kind === 'lower_amount');
  if (undo?.state !== 'unknown') {
    // A charge whose sender died, and which a search had found before its lease was over: the attempt says how it ended.
    await resolveUnknown(tx, attempt.id);
    await changeAttempt(tx, deps, attempt, { isUnknown: false, nextCheckAt: null });
    return;
  }
  const now = deps.clock.now();
  const since = sinceOf(undo, attempt.modified);
  const refund = undo.refundId === null ? null : await refundById(tx, undo.refundId);
  const isBack = seen !== null && keepsAtMost(seen, refund?.target ?? 0) === true;
  if (!isBack && now < since + fenceAfterMs) return lookAt(tx, deps, attempt, nextSearch(since, now));
  await resolveUnknown(tx, attempt.id);
  await changeAttempt(tx, deps, attempt, { isUnknown: false, nextCheckAt: null });
  if (isBack) return;
  if (refund) return refundLost(tx, deps, { order, attempt, refund });
  if (undo.n < mostUndoes) return giveAllBack(tx, deps, attempt);
  await oweAskedTransfer(tx, deps, { order, attempt }, { key: `back:${attempt.id}`, yen: attempt.received });
}

const returned = new Set(['cancelled', 'refunded']);

/** A part was given back: the rest is exactly what our refund wants to be left. */
async function isLowered(tx: Tx, attempt: AttemptRow, seen: Observation): Promise<boolean> {
  if (seen.status !== 'captured' || seen.receivedTotal >= attempt.received) return false;
  return (await refundAtGateway(tx, attempt.id))?.target === seen.receivedTotal;
}

/**
 * A card was charged less than the books say, and no refund of ours has taken it: no search had named the sum so far
 * (row 64), or somebody lowered it at the gateway. A search that is only late never names a smaller one.
 */
function isLess({ method, state, received }: AttemptRow, seen: Observation): boolean {
  const isCharge = method === 'card' && state === 'captured' && seen.status === 'captured';
  return isCharge && seen.receivedTotal > 0 && seen.receivedTotal < received;
}

/** The books have the sum that was asked for, because no search named one with the reply to the charge. */
async function isUnnamed(tx: Tx, attempt: AttemptRow): Promise<boolean> {
  if (attempt.received !== attempt.amount) return false;
  const commands = await commandsOf(tx, attempt.id);
  return commands.some(({ reply }) => reply?.outcome === 'charged' && reply.total === null);
}

/** A search that lags behind a refund still reports the old sum: this is not new money. */
async function isOld(tx: Tx, attempt: AttemptRow, seen: Observation): Promise<boolean> {
  if (isLive(attempt) || seen.processedAt === null || seen.receivedTotal <= attempt.received) return false;
  const asked = await lastAskedAt(tx, attempt.id);
  return asked !== null && seen.processedAt < asked;
}

/** Posts the money that the search reports. Answers the changed rows. */
async function settleSeen(tx: Tx, deps: Deps, one: Case): Promise<Case> {
  const { order, attempt, seen } = one;
  if (!seen) return one;
  const isGivenBack = returned.has(seen.status) || (await isLowered(tx, attempt, seen));
  const isReturned = isGivenBack || isLess(attempt, seen);
  const total = seen.receivedTotal;
  if ((total === 0 && !isReturned) || (await isOld(tx, attempt, seen))) return one;
  const isFirstWord = isReturned && !isGivenBack && (await isUnnamed(tx, attempt));
  const at = moneyTime(deps, order, seen);
  await settle(tx, deps, order, attempt, { total, isReturned, isFirstWord, at });
  return { order: await lockOrder(tx, order.id), attempt: await lockAttempt(tx, attempt.id), seen };
}

/** The effects of an answered search. `null`: the gateway has never heard of the OrderID. */
export async function applySeen(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
  seen: Observation | null,
): Promise<void> {
  const checked = await changeAttempt(tx, deps, attempt, {
    checkedAt: new Date(deps.clock.now()),
    checks: attempt.checks + 1,
    nextCheckAt: null,
  });
  const one = await settleSeen(tx, deps, { order, attempt: checked, seen });
  if (!isLive(one.attempt)) return stillOver(tx, deps, one);
  switch (seen?.status) {
    case 'cancelled':
    case 'refunded':
    case 'expired':
      // A transfer may be on its way, and the buyer may have been given more time for the rest.
      if (
        one.attempt.method === 'bank' &&
        seen.status === 'expired' &&
        deps.clock.now() < slipEnd(one.attempt)
      )
        return stillOpen(tx, deps, one);
      if (one.attempt.method !== 'card')
        return slipOver(
          tx,
          deps,
          one.order,
          one.attempt,
          seen.status === 'expired' ? 'expired' : 'cancelled',
        );
      return failAttempt(tx, deps, one.order, one.attempt, { failure: 'closed', errorCode: null });
    case 'failed':
      return failAttempt(tx, deps, one.order, one.attempt, { failure: 'not_accepted', errorCode: null });
    case 'requested':
      if (one.attempt.state === 'entered' && seen.slip) {
        await resolveUnknown(tx, one.attempt.id);
        await showSlip(tx, deps, one.order, one.attempt, seen.slip);
        return;
      }
      return stillOpen(tx, deps, one);
    default:
      return stillOpen(tx, deps, one);
  }
}

/** A search without an answer: nothing is known. But a challenge from which nobody came back is over all the same. */
export async function applyUnseen(tx: Tx, deps: Deps, order: OrderRow, attempt: AttemptRow): Promise<void> {
  const now = deps.clock.now();
  const commands = await commandsOf(tx, attempt.id);
  const unknown = commands.find(({ state }) => state === 'unknown');
  if (unknown) {
    const since = sinceOf(unknown, attempt.modified);
    await tellIfLong(tx, deps, order, attempt, since);
    const proof = attempt.fencedAt === null ? nextSearch(since, now) : now + proofAfterMs;
    return lookAt(tx, deps, attempt, Math.max(proof, now + minute));
  }
  if (isLive(attempt) && attempt.state === 'challenged')
    return challengeOpen(tx, deps, { order, attempt, seen: null }, commands);
  await lookAt(tx, deps, attempt, now + (isLive(attempt) ? 10 * minute : hour));
}
