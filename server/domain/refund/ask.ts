/** A buyer looks at what would be given back, and asks for it (money.md 4.13). */
import type { RefundInput } from '#contracts/shopRefund.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import type { RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import { decideRefund } from './decide.ts';
import { refundFacts } from './facts.ts';
import { type Offer, type Offers, offerNumber, offersOf } from './offers.ts';
import { refundsOf } from './store.ts';

/** What is shown of an order's refunds at a moment. */
export type QuoteView = Offers & { order: OrderRow; at: number; isCard: boolean; refunds: RefundRow[] };

/** What may be asked for now, and what was asked for. The buyer does not see proposals of the staff. */
export async function quoteRefund(db: Db, deps: Pick<Deps, 'clock'>, order: OrderRow): Promise<QuoteView> {
  const at = deps.clock.now();
  const facts = await refundFacts(db, order);
  const decided = (await refundsOf(db, order.id)).filter(({ state }) => state !== 'proposed');
  return { ...offersOf(facts, at), order, at, isCard: facts.isCard, refunds: decided };
}

/**
 * The quote is out of date, but something else may be given back: the caller answers 412 with a new quote (row 102).
 */
export class QuoteChanged extends Error {
  override name = 'QuoteChanged';
}

/** The lines that were chosen; all of them when nothing was. */
function chosen(offer: Offer, items: RefundInput['items']): Offer['lines'] {
  if (items === undefined) return offer.lines;
  const wanted = new Set(items.map(String));
  const lines = offer.lines.filter(({ item }) => wanted.has(String(item)));
  if (lines.length === 0 || lines.length !== wanted.size)
    throw invalid({ items: ['返金する講座を選んでください。'] });
  return lines;
}

/** Identifies a repeated press: a quote, and what was chosen of it. */
function keyOf({ number, items }: RefundInput): string {
  const chosenItems = items?.map(Number).toSorted((one, other) => one - other);
  return `${number}:${chosenItems?.join(',') ?? 'all'}`;
}

function refuse({ closed }: Offers, kind: RefundInput['kind']): ApiError {
  const why = closed.find((one) => one.kind === kind) ?? closed[0];
  return new ApiError(409, 'not_refundable', why?.detail ?? 'この注文は、いまは返金をお受けできません。');
}

/**
 * Asks for a refund by its quote, which is computed again under the order's lock. A repetition changes nothing. Throws
 * 409 `not_refundable` with the reason, and `QuoteChanged` when the sums have changed, or when something else of the same
 * quote was given back already. The caller kicks the executor after the commit.
 */
export async function askRefund(tx: Tx, deps: Deps, order: OrderRow, input: RefundInput): Promise<void> {
  const known = await refundsOf(tx, order.id);
  const ofQuote = known.filter(({ key }) => key.startsWith(`${input.number}:`));
  if (ofQuote.some(({ key }) => key === keyOf(input))) return;
  if (ofQuote.length > 0) throw new QuoteChanged();
  const now = deps.clock.now();
  const offers = offersOf(await refundFacts(tx, order), now);
  const offer = offers.offers.find(({ kind }) => kind === input.kind);
  if (!offer) throw refuse(offers, input.kind);
  if (offerNumber(order.id, offer) !== input.number) throw new QuoteChanged();
  const lines = chosen(offer, input.items);
  await decideRefund(tx, deps, order, {
    kind: input.kind,
    key: keyOf(input),
    lines: lines.map(({ item, name, amount, rate }) => ({ item, name, amount, rate, ends: true })),
    reason: input.reason ?? '',
    askedBy: 'buyer',
    actor: null,
  });
}
