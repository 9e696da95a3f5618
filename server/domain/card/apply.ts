/** What the reply to a card's command changes (money.md 4.4 ③, 4.14a), all in one transaction. */
import { and, eq, sql } from 'drizzle-orm';
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import { type CommandRow, moneyTasks } from '../../db/schema/order.ts';
import type { CardRow } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Access } from '../../payment/port.ts';
import { isOrderIdUsed, refusalReason } from '../../payment/refusal.ts';
import { challengeLookMs, entryPauses, type NotStarted, nextTry } from '../order/again.ts';
import { endCommand, lockCommand, postponeCommand } from '../order/commands.ts';
import { noteUnknown } from '../order/gatewayHealth.ts';
import { kickMoney } from '../order/kick.ts';
import { sealValue } from '../order/sealed.ts';
import { addTask } from '../order/tasks.ts';
import { addCardCommand, type CardCommandKind, type ClaimedCard } from './commands.ts';
import { cardFailed, cardGone, cardKept, cardProved, type Kept, lockForCard } from './end.ts';
import { changeCard, isCardPending, moveCard, noteMemberMade } from './rows.ts';
import type { CardOutcome } from './send.ts';
import { askToKeep, enterCardAnew } from './start.ts';

const minute = 60_000;

type Case = { card: CardRow; command: CommandRow; kind: CardCommandKind };

async function entered(tx: Tx, deps: Deps, { card }: Case, access: Access): Promise<void> {
  if (card.state !== 'checking' || card.access !== null) return;
  const open = await changeCard(tx, deps, card, { access: await sealValue(deps.keys, access) });
  await addCardCommand(tx, open, 'card_exec', new Date(deps.clock.now()));
}

async function redirected(tx: Tx, deps: Deps, { card }: Case, url: string): Promise<void> {
  if (card.state !== 'checking') return;
  const now = deps.clock.now();
  const challenged = await moveCard(tx, deps, card, 'challenged', {
    redirectUrl: url,
    challengedAt: new Date(now),
    nextCheckAt: new Date(now + challengeLookMs),
    isUnknown: false,
    secret: null,
  });
  if (card.returnedAt !== null) await addCardCommand(tx, challenged, 'card_finish', new Date(now));
}

/**
 * The bank has accepted the card and its owner has authenticated: the gateway is asked to keep it, unless it is kept
 * already. A search calls this, too.
 */
export async function cardChecked(tx: Tx, deps: Deps, card: CardRow): Promise<void> {
  if (card.state !== 'checking' && card.state !== 'challenged') return;
  if (card.provesId !== null) return cardProved(tx, deps, card);
  const good = await moveCard(tx, deps, card, 'keeping', {
    isUnknown: false,
    unknownSince: null,
    nextCheckAt: null,
    redirectUrl: null,
    secret: null,
  });
  await askToKeep(tx, deps, good);
}

/**
 * The gateway has the member: now it is asked to keep the card. A search calls this, too. If it was asked before, this
 * is a late reply, and what is unknown now is the keeping: its search goes on.
 */
export async function memberMade(tx: Tx, deps: Deps, card: CardRow): Promise<void> {
  await noteMemberMade(tx, deps, card.memberId);
  if (card.state !== 'keeping') return;
  if (!(await addCardCommand(tx, card, 'card_keep', new Date(deps.clock.now())))) return;
  await changeCard(tx, deps, card, { isUnknown: false, unknownSince: null, nextCheckAt: null });
}

function failureOf(kind: CardCommandKind, codes: readonly string[]): PayFailure {
  const reason = refusalReason(codes);
  if (reason !== 'unknown') return reason;
  return kind === 'card_exec' || kind === 'card_finish' ? 'not_accepted' : 'closed';
}

async function refused(tx: Tx, deps: Deps, { card, kind }: Case, codes: readonly string[]): Promise<void> {
  if (kind === 'card_delete') {
    // It stays at the gateway, but nobody is charged by it: our row is deleted all the same.
    deps.log.error('card_not_deleted', { card: card.id, code: codes[0] ?? null });
    return cardGone(tx, deps, card);
  }
  await cardFailed(tx, deps, card, { failure: failureOf(kind, codes), errorCode: codes[0] ?? null });
}

async function enterAnew(tx: Tx, deps: Deps, { card, command }: Case, code: string | null): Promise<void> {
  if (card.state !== 'checking' || card.access !== null) return;
  const pause = entryPauses[command.n - 1];
  if (pause === undefined) return cardFailed(tx, deps, card, { failure: 'closed', errorCode: code });
  await enterCardAnew(tx, deps, card, command.n + 1, new Date(deps.clock.now() + pause * 1000));
}

async function notKnown(tx: Tx, deps: Deps, one: Case, code: string | null): Promise<void> {
  const { card, kind } = one;
  const now = deps.clock.now();
  await noteUnknown(tx, now);
  if (kind === 'card_entry') return enterAnew(tx, deps, one, code);
  await changeCard(tx, deps, card, {
    isUnknown: true,
    unknownSince: new Date(now),
    checks: 0,
    nextCheckAt: new Date(now + minute),
    secret: null,
  });
}

/** The command had no effect. `true`: it is to be sent again. */
async function notStarted(tx: Tx, deps: Deps, one: Case, failure: NotStarted): Promise<boolean> {
  const { command, kind } = one;
  const next = nextTry(command, failure, kind === 'card_delete');
  if (next) {
    await postponeCommand(tx, command.id, new Date(deps.clock.now() + next.pauseMs), next.reply);
    return true;
  }
  if (kind === 'card_entry' && isOrderIdUsed(failure.codes))
    await enterAnew(tx, deps, one, failure.codes[0] ?? null);
  else await refused(tx, deps, one, failure.codes);
  return false;
}

function apply(tx: Tx, deps: Deps, one: Case, outcome: CardOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'entered':
      return entered(tx, deps, one, outcome.access);
    case 'redirect':
      return redirected(tx, deps, one, outcome.url);
    case 'checked':
      return cardChecked(tx, deps, one.card);
    case 'member_made':
      return memberMade(tx, deps, one.card);
    case 'kept':
      return cardKept(tx, deps, one.card, outcome satisfies Kept);
    case 'card_deleted':
      return cardGone(tx, deps, one.card);
    case 'refused':
      return refused(tx, deps, one, outcome.codes);
    case 'unknown':
      return notKnown(tx, deps, one, outcome.codes[0] ?? null);
    case 'not_started':
      return Promise.resolve();
  }
}

/** The part of an outcome that is stored: nothing secret. */
function masked(outcome: CardOutcome): Record<string, unknown> {
  if (outcome.kind === 'unknown') return { outcome: 'unknown', why: outcome.why, codes: outcome.codes };
  if (outcome.kind === 'refused' || outcome.kind === 'not_started')
    return { outcome: outcome.kind, codes: outcome.codes };
  return { outcome: outcome.kind };
}

/**
 * Tells the operator of our fault, a setting, or something unknown: once for each command of a card, however often it
 * is sent again. The table's keys know attempts alone; the card's lock keeps a second task away.
 */
async function alarm(tx: Tx, deps: Deps, { card, kind }: Case, code: string | null): Promise<void> {
  const of = { card: card.id, command: kind };
  const isOfIt = sql`${moneyTasks.detail} @> ${JSON.stringify(of)}::jsonb`;
  const told = await tx
    .select({ id: moneyTasks.id })
    .from(moneyTasks)
    .where(and(eq(moneyTasks.kind, 'alarm'), isOfIt))
    .limit(1);
  if (told.length > 0) return;
  const about = { orderId: card.orderId, attemptId: null };
  await addTask(tx, deps, 'alarm', about, { ...of, code, gateway_order: card.gatewayOrderId });
}

async function applyIn(
  tx: Tx,
  deps: Deps,
  { found, claimed, outcome }: { found: CardRow; claimed: ClaimedCard; outcome: CardOutcome },
): Promise<void> {
  const card = await lockForCard(tx, found);
  const command = await lockCommand(tx, claimed.id);
  const isLate = command.state === 'unknown';
  if (command.state !== 'sent' && !isLate) return;
  const one: Case = { card, command, kind: claimed.kind };
  if ('alarm' in outcome && outcome.alarm) await alarm(tx, deps, one, outcome.codes[0] ?? null);
  if (isLate && (outcome.kind === 'unknown' || outcome.kind === 'not_started')) return;
  if (outcome.kind === 'not_started' && (await notStarted(tx, deps, one, outcome))) return;
  const isOver = !isCardPending(card) && card.state !== 'deleting';
  // Finished cards are not searched for, so an unknown result stays unknown.
  const isToFind = outcome.kind === 'unknown' && !isOver;
  await endCommand(tx, command.id, isToFind ? 'unknown' : 'done', masked(outcome));
  // A late reply about a card that is over changes nothing but the result of the command.
  if (isOver && (isLate || outcome.kind === 'unknown')) return;
  await apply(tx, deps, one, outcome);
}

/** Stores the result of a card's command with all its effects, and wakes the executor for the next command. */
export async function applyCardOutcome(
  deps: Deps,
  found: CardRow,
  claimed: ClaimedCard,
  outcome: CardOutcome,
): Promise<void> {
  await transaction(deps.db, (tx) => applyIn(tx, deps, { found, claimed, outcome }));
  kickMoney(deps);
}
