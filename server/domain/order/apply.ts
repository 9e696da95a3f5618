/**
 * What the reply to a command changes (money.md 4.4 ③): all of it in one transaction, under the locks of the order, the
 * attempt and the command. A late reply to an unknown command still makes its result known.
 */

import { eq, or } from 'drizzle-orm';
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import {
  type AttemptRow,
  type CommandRow,
  gatewayEvents,
  type OrderRow,
  type SlipFields,
} from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { keyedHash } from '../../keys.ts';
import type { Access, Observation, Slip } from '../../payment/port.ts';
import { isOrderIdUsed, refundObstacle, refusalReason } from '../../payment/refusal.ts';
import { slipDue } from '../money/slipDue.ts';
import { refundRefused } from '../refund/outcome.ts';
import { oweAskedTransfer } from '../refund/transfer.ts';
import { challengeLookMs, entryPauses, type NotStarted, nextTry } from './again.ts';
import { changeAttempt, lockAttempt, lockAttempts, moveAttempt, secretOf, startAttempt } from './attempts.ts';
import { changeOrder, endAttempt, isOpen } from './close.ts';
import {
  addCommand,
  type Claimed,
  type CommandKind,
  endCommand,
  lockCommand,
  postponeCommand,
} from './commands.ts';
import { noteUnknown } from './gatewayHealth.ts';
import { kickMoney } from './kick.ts';
import { lockOrder } from './lock.ts';
import { orderMail } from './mails.ts';
import { failAttempt, slipOver } from './over.ts';
import { isCaptured, isLive } from './policy.ts';
import { sealValue } from './sealed.ts';
import type { Outcome } from './send.ts';
import { giveAllBack, type Money, settle } from './settle.ts';
import { addTask } from './tasks.ts';

const minute = 60_000;
/** How often the state of an issued slip is searched for (money.md 4.8). */
export const slipLookMs = 60 * minute;
const entryLost = 'entry_unknown';

type Case = { order: OrderRow; attempt: AttemptRow; command: CommandRow; kind: CommandKind };

/** Hash of the access id: by it a notification finds the attempt of a transaction. */
export function accessHashOf({ keys }: Pick<Deps, 'keys'>, accessId: string): string {
  return keyedHash(keys, 'trade', accessId);
}

/** Notifications that came before we knew their attempt cause a search now (row 66 of money.md 7). */
export async function matchEvents(tx: Tx, attempt: AttemptRow): Promise<number> {
  const isOurs =
    attempt.accessHash === null
      ? eq(gatewayEvents.gatewayOrderId, attempt.gatewayOrderId)
      : or(
          eq(gatewayEvents.gatewayOrderId, attempt.gatewayOrderId),
          eq(gatewayEvents.accessHash, attempt.accessHash),
        );
  const rows = await tx
    .update(gatewayEvents)
    .set({ attemptId: attempt.id, state: 'matched' })
    .where(isOurs)
    .returning({ id: gatewayEvents.id });
  return rows.length;
}

async function entered(tx: Tx, deps: Deps, { order, attempt }: Case, access: Access): Promise<void> {
  if (attempt.state !== 'ready') return;
  const now = new Date(deps.clock.now());
  const open = await moveAttempt(tx, deps, attempt, 'entered', {
    access: await sealValue(deps.keys, access),
    accessHash: accessHashOf(deps, access.id),
    isUnknown: false,
  });
  await matchEvents(tx, open);
  if (attempt.fencedAt !== null)
    return failAttempt(tx, deps, order, open, { failure: 'closed', errorCode: null });
  const next = ({ card: 'exec', cvs: 'issue_cvs', bank: 'issue_bank', none: null } as const)[attempt.method];
  if (next) await addCommand(tx, open, next, now);
}

async function redirected(tx: Tx, deps: Deps, { order, attempt }: Case, url: string): Promise<void> {
  if (attempt.state !== 'entered') return;
  const now = deps.clock.now();
  const challenged = await moveAttempt(tx, deps, attempt, 'challenged', {
    redirectUrl: url,
    challengedAt: new Date(now),
    nextCheckAt: new Date(now + challengeLookMs),
    isUnknown: false,
    secret: null,
  });
  // Nothing is charged before the finish command, and that will never be sent.
  if (attempt.fencedAt !== null)
    return failAttempt(tx, deps, order, challenged, { failure: 'token', errorCode: null });
  if (attempt.returnedAt !== null) await addCommand(tx, challenged, 'finish', new Date(now));
}

/** When money came: the gateway's time, if it is a plausible one. */
export function moneyTime(deps: Pick<Deps, 'clock'>, order: OrderRow, seen: Observation | null): Date {
  const now = deps.clock.now();
  const at = seen?.processedAt?.getTime() ?? now;
  return new Date(at >= order.created.getTime() - minute && at <= now ? at : now);
}

async function charged(
  tx: Tx,
  deps: Deps,
  { order, attempt }: Case,
  seen: Observation | null,
): Promise<void> {
  // Another search has named the sum while the command was under way: the one that was asked for is no news.
  if (seen === null && (isCaptured(attempt) || attempt.state === 'extra')) return;
  const money: Money = {
    total: seen?.receivedTotal ?? attempt.amount,
    isReturned: false,
    at: moneyTime(deps, order, seen),
  };
  await settle(tx, deps, order, attempt, money);
}

/** A slip as it is stored and shown. */
function slipFields(slip: Slip, code: string | null): SlipFields {
  if (slip.kind === 'cvs')
    return {
      cvs: {
        code: slip.store ?? code ?? '',
        receiptNo: slip.receiptNo ?? '',
        confNo: slip.confirmNo ?? '',
        url: '',
      },
    };
  return {
    bank: {
      bankName: slip.bankName,
      branch: slip.branchName,
      type: slip.accountType === 'current' ? '当座' : '普通',
      number: slip.accountNumber,
      holder: slip.accountHolder,
    },
  };
}

/**
 * The slip is issued: it is shown and mailed, and its state is searched for every hour. Also called when a search finds
 * a slip whose reply was lost.
 */
export async function showSlip(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
  slip: Slip,
): Promise<AttemptRow> {
  const now = deps.clock.now();
  const dueAt = slip.dueAt ?? new Date(slipDue(slip.kind, now));
  const { after } = await secretOf(deps.keys, attempt);
  const shown = await moveAttempt(tx, deps, attempt, 'slip', {
    slip: slipFields(slip, attempt.cvsCode),
    dueAt,
    isUnknown: false,
    nextCheckAt: new Date(Math.min(now + slipLookMs, Math.max(now, dueAt.getTime()) + minute)),
    secret: after ? attempt.secret : null,
  });
  // The attempt was stopped or given up while the slip was being issued: the slip must be canceled.
  if (attempt.fencedAt !== null) {
    await addCommand(tx, shown, 'cancel_slip', new Date(now));
    return shown;
  }
  const waiting = await changeOrder(tx, deps, order, { status: 'awaiting_payment', dueAt });
  await orderMail(tx, deps, waiting, 'slip', shown);
  return shown;
}

async function issued(tx: Tx, deps: Deps, { order, attempt }: Case, slip: Slip): Promise<void> {
  if (attempt.state === 'entered') await showSlip(tx, deps, order, attempt, slip);
  // A late reply: the attempt is over, and nobody has got the numbers of the slip.
  else if (!isLive(attempt)) await addCommand(tx, attempt, 'cancel_slip', new Date(deps.clock.now()));
}

type GivenBack = Extract<Outcome, { kind: 'given_back' }>;

function givenBack(tx: Tx, deps: Deps, { order, attempt }: Case, back: GivenBack): Promise<void> {
  const total = back.seen?.receivedTotal ?? back.total;
  const money: Money = { total, isReturned: true, at: new Date(deps.clock.now()) };
  return settle(tx, deps, order, attempt, money);
}

/** What the buyer is told about a refusal. */
function failureOf(kind: CommandKind, codes: readonly string[]): PayFailure {
  const reason = refusalReason(codes);
  if (reason !== 'unknown') return reason;
  return kind === 'exec' || kind === 'finish' ? 'not_accepted' : 'closed';
}

/** The gateway refused to cancel it. */
async function notGivenBack(tx: Tx, deps: Deps, { order, attempt, command }: Case, codes: readonly string[]) {
  const { refundId } = command;
  if (refundId !== null) return refundRefused(tx, deps, { order, attempt, refundId }, codes);
  if (refundObstacle(codes) === 'state' && command.n === 1) return giveAllBack(tx, deps, attempt);
  const owed = { key: `back:${attempt.id}`, yen: attempt.received, code: codes[0] ?? null };
  await oweAskedTransfer(tx, deps, { order, attempt }, owed);
}

async function refused(tx: Tx, deps: Deps, one: Case, codes: readonly string[]): Promise<void> {
  const { order, attempt, kind } = one;
  if (kind === 'cancel_all' || kind === 'lower_amount') return notGivenBack(tx, deps, one, codes);
  if (kind === 'cancel_slip') {
    // It is paid, or over: a search finds out.
    await changeAttempt(tx, deps, attempt, { nextCheckAt: new Date(deps.clock.now()) });
    return;
  }
  await failAttempt(tx, deps, order, attempt, {
    failure: failureOf(kind, codes),
    errorCode: codes[0] ?? null,
  });
}

/** How many of the last attempts were given up because nobody knows whether their order was entered. */
async function lostEntries(tx: Tx, orderId: number): Promise<number> {
  const attempts = await lockAttempts(tx, orderId);
  const firstOther = attempts.findIndex((attempt) => !isLive(attempt) && attempt.errorCode !== entryLost);
  return attempts
    .slice(0, firstOther < 0 ? attempts.length : firstOther)
    .filter((attempt) => !isLive(attempt)).length;
}

/**
 * Nobody knows whether the order was entered at the gateway. An entry moves no money, so this OrderID is given up and
 * the next suffix takes its place (money.md 4.4).
 */
async function enterAnew(tx: Tx, deps: Deps, { order, attempt }: Case, code: string | null): Promise<void> {
  if (!isLive(attempt)) return;
  const { wish } = await secretOf(deps.keys, attempt);
  const pause = entryPauses[await lostEntries(tx, order.id)];
  if (!wish || pause === undefined || attempt.fencedAt !== null || !isOpen(order))
    return failAttempt(tx, deps, order, attempt, { failure: 'closed', errorCode: code });
  await endAttempt(tx, deps, attempt, 'cancelled', { errorCode: entryLost });
  const notBefore = new Date(deps.clock.now() + pause * 1000);
  await startAttempt(tx, deps, order, wish, { from: attempt.askedFrom, notBefore });
}

const isUndoing = (kind: CommandKind) =>
  kind === 'cancel_slip' || kind === 'cancel_all' || kind === 'lower_amount';

async function notKnown(tx: Tx, deps: Deps, one: Case, code: string | null): Promise<void> {
  const { attempt, kind } = one;
  const now = deps.clock.now();
  await noteUnknown(tx, now);
  if (kind === 'entry') return enterAnew(tx, deps, one, code);
  await changeAttempt(tx, deps, attempt, {
    isUnknown: true,
    checks: 0,
    nextCheckAt: new Date(now + minute),
    ...(isUndoing(kind) ? {} : { secret: await withoutWish(deps, attempt) }),
  });
}

/** What remains of the secret once it may have been sent. */
async function withoutWish(deps: Deps, attempt: AttemptRow): Promise<string | null> {
  const { after } = await secretOf(deps.keys, attempt);
  return after ? sealValue(deps.keys, { after }) : null;
}

/** The command had no effect. `true`: it is to be sent again. */
async function notStarted(tx: Tx, deps: Deps, one: Case, failure: NotStarted): Promise<boolean> {
  const { order, attempt, command, kind } = one;
  const { codes } = failure;
  const isStopped = attempt.fencedAt !== null && !isUndoing(kind);
  const next = isStopped ? null : nextTry(command, failure, isUndoing(kind));
  if (next) {
    await postponeCommand(tx, command.id, new Date(deps.clock.now() + next.pauseMs), next.reply);
    return true;
  }
  if (kind === 'entry' && isOrderIdUsed(codes)) await enterAnew(tx, deps, one, codes[0] ?? null);
  else if (isUndoing(kind)) await refused(tx, deps, one, codes);
  else await failAttempt(tx, deps, order, attempt, { failure: 'closed', errorCode: codes[0] ?? null });
  return false;
}

/** The part of an outcome that is stored: nothing secret or personal. */
function masked(outcome: Outcome): Record<string, unknown> {
  switch (outcome.kind) {
    case 'unknown':
      return { outcome: 'unknown', why: outcome.why, codes: outcome.codes };
    case 'refused':
    case 'not_started':
      return { outcome: outcome.kind, codes: outcome.codes };
    case 'charged':
    case 'given_back':
      return {
        outcome: outcome.kind,
        seen: outcome.seen?.word ?? null,
        total: outcome.seen?.receivedTotal ?? null,
      };
    default:
      return { outcome: outcome.kind };
  }
}

async function apply(tx: Tx, deps: Deps, one: Case, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'entered':
      return entered(tx, deps, one, outcome.access);
    case 'redirect':
      return redirected(tx, deps, one, outcome.url);
    case 'charged':
      return charged(tx, deps, one, outcome.seen);
    case 'issued':
      return issued(tx, deps, one, outcome.slip);
    case 'slip_cancelled':
      return slipOver(tx, deps, one.order, one.attempt, 'cancelled');
    case 'given_back':
      return givenBack(tx, deps, one, outcome);
    case 'refused':
      return refused(tx, deps, one, outcome.codes);
    case 'unknown':
      return notKnown(tx, deps, one, outcome.codes[0] ?? null);
    case 'not_started':
      return;
  }
}

async function applyIn(tx: Tx, deps: Deps, claimed: Claimed, outcome: Outcome): Promise<void> {
  const order = await lockOrder(tx, claimed.orderId);
  const attempt = await lockAttempt(tx, claimed.attemptId);
  const command = await lockCommand(tx, claimed.id);
  const isLate = command.state === 'unknown';
  if (command.state !== 'sent' && !isLate) return;
  const one: Case = { order, attempt, command, kind: claimed.kind };
  if ('alarm' in outcome && outcome.alarm) {
    const about = { orderId: order.id, attemptId: attempt.id };
    await addTask(tx, deps, 'alarm', about, { command: claimed.kind, code: outcome.codes[0] ?? null });
  }
  // It is already marked as unknown: searches are under way, and only they continue (R2).
  if (isLate && (outcome.kind === 'unknown' || outcome.kind === 'not_started')) return;
  if (outcome.kind === 'not_started' && (await notStarted(tx, deps, one, outcome))) return;
  await endCommand(tx, command.id, outcome.kind === 'unknown' ? 'unknown' : 'done', masked(outcome));
  await apply(tx, deps, one, outcome);
}

/** Stores the result of a command with all its effects, and wakes the executor for the next command. */
export async function applyOutcome(deps: Deps, claimed: Claimed, outcome: Outcome): Promise<void> {
  await transaction(deps.db, (tx) => applyIn(tx, deps, claimed, outcome));
  kickMoney(deps);
}

/** A command whose sender did not come back: the result is unknown (money.md 4.4). */
export async function applyLeaseEnd(deps: Deps, claimed: Claimed): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, claimed.orderId);
    const attempt = await lockAttempt(tx, claimed.attemptId);
    const command = await lockCommand(tx, claimed.id);
    const isOver = command.leaseUntil !== null && command.leaseUntil.getTime() <= deps.clock.now();
    if (command.state !== 'sent' || !isOver) return;
    await endCommand(tx, command.id, 'unknown', { outcome: 'unknown', why: 'lease' });
    await notKnown(tx, deps, { order, attempt, command, kind: claimed.kind }, null);
  });
  kickMoney(deps);
}
