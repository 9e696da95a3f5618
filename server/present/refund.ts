import type { z } from 'zod/mini';
import type { refundQuoteSchema, refundSchema } from '#contracts/shopRefund.ts';
import type { RefundRow } from '../db/schema/refund.ts';
import type { Deps } from '../deps.ts';
import { accountTail, takesAccount } from '../domain/refund/account.ts';
import type { QuoteView } from '../domain/refund/ask.ts';
import { offerNumber } from '../domain/refund/offers.ts';

const minute = 60_000;

async function presentRefund(
  deps: Pick<Deps, 'keys'>,
  refund: RefundRow,
): Promise<z.input<typeof refundSchema>> {
  return {
    id: refund.id,
    kind: refund.kind,
    state: refund.state,
    via: refund.via === 'gateway' ? 'card' : 'transfer',
    amount: refund.amount,
    names: refund.lines.map(({ name }) => name),
    created: refund.created.toISOString(),
    done_at: refund.done?.toISOString() ?? null,
    takes_account: takesAccount(refund),
    account_tail: await accountTail(deps, refund),
  };
}

/** What may be given back, and what was given back, as the buyer sees it. */
export async function presentQuote(
  deps: Pick<Deps, 'keys'>,
  { order, at, isCard, offers, closed, refunds }: QuoteView,
): Promise<z.input<typeof refundQuoteSchema>> {
  const shown = [];
  for (const refund of refunds) shown.push(await presentRefund(deps, refund));
  return {
    order: order.id,
    as_of: new Date(Math.floor(at / minute) * minute).toISOString(),
    offers: offers.map((offer) => ({
      kind: offer.kind,
      number: offerNumber(order.id, offer),
      lines: offer.lines.map(({ item, name, amount, used, fee }) => ({ item, name, amount, used, fee })),
      total: offer.total,
      via: isCard ? 'card' : 'transfer',
      until: offer.until === null ? null : new Date(offer.until - 1).toISOString(),
    })),
    closed,
    refunds: shown,
  };
}
