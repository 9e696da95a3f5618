/** The executor of card commands, and the search for their results (money.md 4.4, 4.7, 4.14a). */
import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { type Db, queryRows, type Tx } from '../../db/client.ts';
import { gatewayCommands } from '../../db/schema/order.ts';
import { type CardRow, cards } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import type { KeptCard, Observation } from '../../payment/port.ts';
import { challengeEndMs } from '../order/again.ts';
import { isAnswer, isDownNow, isGatewayDown, noteAnswer } from '../order/gatewayHealth.ts';
import { kickMoney } from '../order/kick.ts';
import { workOff } from '../order/workOff.ts';
import { applyCardOutcome, cardChecked, memberMade } from './apply.ts';
import {
  addCardCommand,
  type CardCommandKind,
  type ClaimedCard,
  claimCardCommands,
  lastCommand,
  overdueCardCommands,
  unknownCommand,
} from './commands.ts';
import { cardFailed, cardGone, cardKept, lockForCard } from './end.ts';
import { changeCard, isCardPending, knownSeqs } from './rows.ts';
import { type CardOutcome, sendCardCommand } from './send.ts';

const minute = 60_000;
const atOnce = 4;
const batch = 4;
const leaseMs = 60_000;
/** Pauses of searches, minutes; the last pause repeats (money.md 4.7). */
const pauses = [1, 3, 10, 30] as const;
/** A command that left no trace for this long did not happen. */
const giveUpMs = 10 * minute;
/** Least pause between two searches that a page causes; also the least time at the bank's page before a search. */
const pollPauseMs = 20_000;
const challengePollMs = 60_000;

async function readCard(db: Db, id: number): Promise<CardRow> {
  const [row] = await db.select().from(cards).where(eq(cards.id, id));
  if (!row) throw new Error('card vanished');
  return row;
}

function noteFailure({ log }: Deps, card: number, error: unknown): void {
  log.error('card_work_failed', { card, ...failureFields(error) });
}

/** Sends a claimed command and stores its result; not after its lease, when others already search for it. */
async function sendClaimed(deps: Deps, command: ClaimedCard): Promise<void> {
  const [read] = await deps.db
    .select({
      card: cards,
      state: gatewayCommands.state,
      until: gatewayCommands.leaseUntil,
      isDown: isDownNow,
    })
    .from(gatewayCommands)
    .innerJoin(cards, eq(cards.id, gatewayCommands.cardId))
    .where(eq(gatewayCommands.id, command.id));
  if (!read) throw new Error('command vanished');
  const { card, state, until, isDown } = read;
  if (state !== 'sent' || until === null || until.getTime() <= deps.clock.now()) return;
  const outcome = await sendCardCommand(deps, command, card);
  if (isDown && isAnswer(outcome)) await noteAnswer(deps.db);
  await applyCardOutcome(deps, card, command, outcome);
}

async function runCommands(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const command of await overdueCardCommands(deps)) {
    const lost: CardOutcome = { kind: 'unknown', why: 'timeout', codes: [], alarm: false };
    await readCard(deps.db, command.cardId)
      .then((card) => applyCardOutcome(deps, card, command, lost))
      .catch((error: unknown) => noteFailure(deps, command.cardId, error));
  }
  await workOff(
    signal,
    () => claimCardCommands(deps, atOnce),
    (command) => sendClaimed(deps, command),
    ({ cardId }, error) => noteFailure(deps, cardId, error),
  );
}

/**
 * Result of a search. `trade`: of the check · `listed`: the member's cards, `null`: no such member · `silent`: no
 * answer.
 */
type Seen =
  | { kind: 'trade'; observation: Observation | null }
  | { kind: 'listed'; cards: KeptCard[] | null }
  | { kind: 'silent' };

async function ask(deps: Deps, card: CardRow): Promise<Seen> {
  if (card.state === 'keeping' || card.state === 'deleting') {
    const answer = await deps.gateway.listCards(card.memberId);
    return answer.kind === 'ok' ? { kind: 'listed', cards: answer.cards } : { kind: 'silent' };
  }
  const { gatewayOrderId } = card;
  const answer = await deps.gateway.search({ gatewayOrderId, method: 'card_check' });
  return answer.kind === 'ok' ? { kind: 'trade', observation: answer.observation } : { kind: 'silent' };
}

async function later(tx: Tx, deps: Deps, card: CardRow): Promise<void> {
  const pause = pauses[Math.min(card.checks, pauses.length - 1)] ?? 30;
  await changeCard(tx, deps, card, {
    checks: card.checks + 1,
    nextCheckAt: new Date(deps.clock.now() + pause * minute),
  });
}

const isLong = (since: Date | null, now: number, ms: number) => since !== null && now >= since.getTime() + ms;

async function seenTrade(tx: Tx, deps: Deps, card: CardRow, seen: Observation | null): Promise<void> {
  const now = deps.clock.now();
  if (seen?.status === 'checked') return cardChecked(tx, deps, card);
  if (seen?.status === 'authenticated' && card.access !== null && !card.isUnknown) {
    await addCardCommand(tx, card, 'card_finish', new Date(now));
    return later(tx, deps, card);
  }
  const isGone = card.state === 'challenged' && isLong(card.challengedAt, now, challengeEndMs);
  if (isGone || isLong(card.unknownSince, now, giveUpMs))
    return cardFailed(tx, deps, card, { failure: 'tds', errorCode: null });
  await later(tx, deps, card);
}

/**
 * When the reply to a keeping was lost, its card is found among the member's cards (row 95): one that belongs to no
 * other card of ours. A card is never kept twice.
 */
async function seenCards(tx: Tx, deps: Deps, card: CardRow, listed: KeptCard[] | null): Promise<void> {
  const now = deps.clock.now();
  const at = new Date(now);
  const isMember = (await unknownCommand(tx, card.id))?.kind === 'card_member';
  if (isMember && listed !== null) return memberMade(tx, deps, card);
  const known = await knownSeqs(tx, card.memberId);
  const isOurs = (one: KeptCard) => !known.has(one.seq) && (card.last4 === '' || one.last4 === card.last4);
  const found = isMember ? undefined : listed?.findLast(isOurs);
  if (found) return cardKept(tx, deps, card, found);
  if (!isLong(card.unknownSince, now, giveUpMs)) return later(tx, deps, card);
  if (!isMember) return cardFailed(tx, deps, card, { failure: 'closed', errorCode: null });
  // A member may be made again: the gateway has only one of a name.
  const kind: CardCommandKind = 'card_member';
  await addCardCommand(tx, card, kind, at, { n: (await lastCommand(tx, card.id, kind)) + 1 });
  await changeCard(tx, deps, card, { isUnknown: false, unknownSince: null, nextCheckAt: null });
}

async function seenDeleted(tx: Tx, deps: Deps, card: CardRow, listed: KeptCard[] | null): Promise<void> {
  if (!listed?.some(({ seq }) => seq === card.cardSeq)) return cardGone(tx, deps, card);
  const kind: CardCommandKind = 'card_delete';
  const n = (await lastCommand(tx, card.id, kind)) + 1;
  await addCardCommand(tx, card, kind, new Date(deps.clock.now()), { n });
  await later(tx, deps, card);
}

async function applySeen(tx: Tx, deps: Deps, card: CardRow, seen: Seen): Promise<void> {
  if (!isCardPending(card) && card.state !== 'deleting') {
    await changeCard(tx, deps, card, { nextCheckAt: null });
    return;
  }
  if (seen.kind === 'listed' && card.state === 'deleting') return seenDeleted(tx, deps, card, seen.cards);
  if (seen.kind === 'listed' && card.state === 'keeping') return seenCards(tx, deps, card, seen.cards);
  const isAtBank = card.state === 'checking' || card.state === 'challenged';
  if (seen.kind === 'trade' && isAtBank) return seenTrade(tx, deps, card, seen.observation);
  // Nothing can have been charged, so nobody waits for a gateway that does not answer.
  if (card.state === 'challenged' && isLong(card.challengedAt, deps.clock.now(), challengeEndMs))
    return cardFailed(tx, deps, card, { failure: 'tds', errorCode: null });
  await later(tx, deps, card);
}

type Claimed = { id: number };

function claimSearches({ db, clock }: Deps): Promise<Claimed[]> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const until = sql`${new Date(clock.now() + leaseMs).toISOString()}::timestamptz`;
  return queryRows<Claimed>(
    db,
    sql`update cards set next_check_at = ${until}
        where id in (select id from cards where next_check_at <= ${now}
          order by next_check_at, id limit ${batch}::int for update skip locked)
        returning id`,
  );
}

async function observe(deps: Deps, id: number): Promise<void> {
  const card = await readCard(deps.db, id);
  const seen = await ask(deps, card);
  if (seen.kind !== 'silent' && (await isGatewayDown(deps.db))) await noteAnswer(deps.db);
  await transaction(deps.db, async (tx) => applySeen(tx, deps, await lockForCard(tx, card), seen));
  kickMoney(deps);
}

/** Sends due commands of cards, and searches for unknown results. Safe in several processes. */
export async function runCards(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await runCommands(deps, signal);
  await workOff(
    signal,
    () => claimSearches(deps),
    ({ id }) => observe(deps, id),
    ({ id }, error) => noteFailure(deps, id, error),
  );
  await runCommands(deps, signal);
}

/**
 * A page asks for a card's state: a card whose state is unknown, or which has been at the bank's page for a minute, is
 * searched for soon.
 */
export async function pokeCard({ db, clock }: Pick<Deps, 'db' | 'clock'>, cardId: number): Promise<void> {
  const now = clock.now();
  const isOpen = or(
    eq(cards.isUnknown, true),
    and(eq(cards.state, 'challenged'), lte(cards.challengedAt, new Date(now - challengePollMs))),
  );
  const isLongAgo = lte(cards.modified, new Date(now - pollPauseMs));
  const poked = await db
    .update(cards)
    .set({ nextCheckAt: new Date(now) })
    .where(
      and(
        eq(cards.id, cardId),
        inArray(cards.state, ['checking', 'challenged', 'keeping']),
        isOpen,
        isLongAgo,
        gt(cards.nextCheckAt, new Date(now)),
      ),
    )
    .returning({ id: cards.id });
  if (poked.length > 0) kickMoney({ db });
}
