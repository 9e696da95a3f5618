/** Sends a command to the gateway: the network part of the executor, outside of every transaction (R1). */
import { and, desc, eq, lt } from 'drizzle-orm';
import { unshowable } from '#contracts/slipLetters.ts';
import { type AttemptRow, gatewayCommands } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import type {
  Access,
  Answer,
  Failure,
  Observation,
  PaymentGateway,
  Slip,
  SlipBuyer,
  TradeRef,
} from '../../payment/port.ts';
import { slipDays } from '../money/slipDue.ts';
import { keepsAtMost, targetOf } from '../refund/target.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { type AttemptSecret, type PayWish, secretOf } from './attempts.ts';
import type { Buyer } from './buyer.ts';
import type { Claimed } from './commands.ts';
import { openSealed } from './sealed.ts';

/** Result of a command. `seen`: what a search right after it said, if that agrees with the reply. */
export type Outcome =
  | { kind: 'entered'; access: Access }
  | { kind: 'redirect'; url: string }
  | { kind: 'charged'; seen: Observation | null }
  | { kind: 'issued'; slip: Slip }
  | { kind: 'slip_cancelled' }
  /** `total`: what the gateway keeps, if no search has said it. */
  | { kind: 'given_back'; seen: Observation | null; total: number }
  | Failure;

type Parts = {
  deps: Deps;
  gateway: PaymentGateway;
  attempt: AttemptRow;
  command: Claimed;
  secret: AttemptSecret;
};

/** Something required is missing: our mistake, and nothing was sent. */
const missing = (code: string): Failure => ({
  kind: 'not_started',
  codes: [code],
  repeat: false,
  alarm: true,
});

function methodOf({ method }: AttemptRow): 'card' | 'cvs' | 'bank' {
  if (method === 'none') throw new Error('nothing is paid by this method');
  return method;
}

/**
 * The buyer's name and address for the gateway and the store. A buyer may have named themselves for a card, which sends
 * no name, and then pays at a store: if the letters cannot be shown, the reading takes their place
 * (product.md V13).
 */
function slipBuyer({ payer, email }: Buyer): SlipBuyer {
  const name = `${payer.family_name} ${payer.given_name}`;
  const kana = `${payer.family_name_kana} ${payer.given_name_kana}`;
  return {
    name: unshowable(name).length > 0 ? kana : name,
    kana,
    phone: payer.phone,
    email,
  };
}

async function tradeOf({ deps, attempt }: Parts): Promise<TradeRef | null> {
  if (attempt.access === null) return null;
  const access = await openSealed<Access>(deps.keys, attempt.access);
  return { gatewayOrderId: attempt.gatewayOrderId, access };
}

/** Searches for the attempt right after a reply to a command of ours; `null`: the answer is of no use. */
async function confirmed(
  { gateway, attempt }: Parts,
  fits: (seen: Observation) => boolean,
): Promise<Observation | null> {
  const { gatewayOrderId } = attempt;
  const answer = await gateway.search({ gatewayOrderId, method: methodOf(attempt) });
  const seen = answer.kind === 'ok' ? answer.observation : null;
  return seen && fits(seen) ? seen : null;
}

const isCaptured = ({ status }: Observation) => status === 'captured';
const isGivenBack = (seen: Observation) => keepsAtMost(seen, 0) === true;

/** A renewal that was agreed to beforehand: nobody is present to authenticate. */
function isRenewal({ secret }: Parts): boolean {
  return secret.wish?.method === 'card' && secret.wish.isRenewal === true;
}

async function entry(parts: Parts): Promise<Outcome> {
  const { gateway, attempt } = parts;
  const { gatewayOrderId, amount } = attempt;
  const method = methodOf(attempt);
  const authentication = isRenewal(parts) ? 'none' : '3ds';
  const answer = await gateway.entry({ gatewayOrderId, method, amount, authentication });
  return answer.kind === 'ok' ? { kind: 'entered', access: answer.access } : answer;
}

/** The address to which the bank's page sends the buyer back: this server, whoever is logged in there. */
export function returnUrl({ config }: Pick<Deps, 'config'>, ref: string): string {
  return `${config.publicUrl || config.appUrl}/api/payment/gmo/return/${ref}/`;
}

async function exec(parts: Parts, trade: TradeRef, wish: PayWish): Promise<Outcome> {
  if (wish.method !== 'card') return missing('no_card');
  const { payer, email } = wish.buyer;
  const answer = await parts.gateway.execCard({
    ...trade,
    card: wish.source,
    method: 'card',
    returnUrl: isRenewal(parts) ? null : returnUrl(parts.deps, parts.attempt.returnRef),
    buyer: { email, phone: payer.phone },
    keepsCard: wish.keepsCard,
  });
  if (answer.kind !== 'ok') return answer;
  if (answer.outcome === 'redirect') return { kind: 'redirect', url: answer.url };
  return { kind: 'charged', seen: await confirmed(parts, isCaptured) };
}

async function finish(parts: Parts, trade: TradeRef): Promise<Outcome> {
  const answer = await parts.gateway.finishCard(trade);
  return answer.kind === 'ok' ? { kind: 'charged', seen: await confirmed(parts, isCaptured) } : answer;
}

async function issue({ gateway, attempt }: Parts, trade: TradeRef, wish: PayWish): Promise<Outcome> {
  const buyer = slipBuyer(wish.buyer);
  const answer: Answer<{ slip: Slip }> =
    wish.method === 'cvs'
      ? await gateway.issueCvs({ ...trade, store: wish.cvsCode, buyer, termDays: slipDays.cvs })
      : await gateway.issueBank({ ...trade, amount: attempt.amount, buyer, termDays: slipDays.bank });
  return answer.kind === 'ok' ? { kind: 'issued', slip: answer.slip } : answer;
}

async function cancelSlip({ gateway, attempt }: Parts, trade: TradeRef): Promise<Outcome> {
  const method = attempt.method === 'cvs' ? 'cvs' : 'bank';
  const answer = await gateway.cancelSlip({ ...trade, method });
  return answer.kind === 'ok' ? { kind: 'slip_cancelled' } : answer;
}

/** What the gateway keeps right now; `null`: it does not say. */
async function readNow({ gateway, attempt }: Parts): Promise<Observation | null> {
  const { gatewayOrderId } = attempt;
  const read = await gateway.search({ gatewayOrderId, method: methodOf(attempt) });
  return read.kind === 'ok' ? read.observation : null;
}

/** Nothing was sent, because nobody could tell the state: try later. */
const later: Failure = { kind: 'not_started', codes: [], repeat: true, alarm: false };

/**
 * Whether the gateway's other way of giving back is due: the last command was refused, and the day has not changed
 * since, which alone would choose the other way (row 98 of money.md 7).
 */
async function takesOtherWay({ deps, command, attempt }: Parts): Promise<boolean> {
  const [before] = await deps.db
    .select()
    .from(gatewayCommands)
    .where(
      and(
        eq(gatewayCommands.attemptId, attempt.id),
        eq(gatewayCommands.kind, command.kind),
        lt(gatewayCommands.id, command.id),
      ),
    )
    .orderBy(desc(gatewayCommands.id))
    .limit(1);
  if (before?.reply?.outcome !== 'refused' || before.sentAt === null) return false;
  return japaneseDay(before.sentAt.getTime()) === japaneseDay(deps.clock.now());
}

/** Gives all back: first reads the real sum and date, because they decide the gateway's way (money.md 4.13). */
async function cancelAll(parts: Parts, trade: TradeRef): Promise<Outcome> {
  const { gateway, deps } = parts;
  const observation = await readNow(parts);
  if (observation === null || keepsAtMost(observation, 0) === null) return later;
  if (isGivenBack(observation)) return { kind: 'given_back', seen: observation, total: 0 };
  const at = new Date(deps.clock.now());
  const answer = await gateway.cancelAll({
    ...trade,
    amount: observation.amount,
    capturedAt: observation.processedAt ?? at,
    at,
    otherWay: await takesOtherWay(parts),
  });
  if (answer.kind !== 'ok') return answer;
  return { kind: 'given_back', seen: await confirmed(parts, isGivenBack), total: 0 };
}

/**
 * Gives a part back: the command names the sum that stays, and what has happened already is not done again (row 97).
 */
async function lowerAmount(parts: Parts, trade: TradeRef): Promise<Outcome> {
  const { gateway, deps, command } = parts;
  const target = await targetOf(deps.db, command.id);
  if (target === null) return missing('no_refund');
  const observation = await readNow(parts);
  const isBack = observation === null ? null : keepsAtMost(observation, target);
  if (observation === null || isBack === null) return later;
  if (isBack) return { kind: 'given_back', seen: observation, total: target };
  const answer = await gateway.lowerAmount({ ...trade, amount: target });
  if (answer.kind !== 'ok') return answer;
  const isLowered = (seen: Observation) =>
    keepsAtMost(seen, target) === true && seen.receivedTotal === target;
  return { kind: 'given_back', seen: await confirmed(parts, isLowered), total: target };
}

async function say(parts: Parts): Promise<Outcome> {
  const { command, secret } = parts;
  if (command.kind === 'entry') return entry(parts);
  const trade = await tradeOf(parts);
  if (!trade) return missing('no_access');
  switch (command.kind) {
    case 'finish':
      return finish(parts, trade);
    case 'cancel_slip':
      return cancelSlip(parts, trade);
    case 'cancel_all':
      return cancelAll(parts, trade);
    case 'lower_amount':
      return lowerAmount(parts, trade);
    case 'exec':
      return secret.wish ? exec(parts, trade, secret.wish) : missing('no_secret');
    case 'issue_cvs':
    case 'issue_bank':
      return secret.wish ? issue(parts, trade, secret.wish) : missing('no_secret');
  }
}

/** Sends one command and answers its result. Throws nothing: after an error on the way the result is unknown (R2). */
export async function sendCommand(deps: Deps, command: Claimed, attempt: AttemptRow): Promise<Outcome> {
  try {
    const secret = await secretOf(deps.keys, attempt);
    return await say({ deps, gateway: deps.gateway, attempt, command, secret });
  } catch (error) {
    deps.log.error('money_send_failed', {
      command: command.kind,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return { kind: 'unknown', why: 'reset', codes: [], alarm: true };
  }
}
