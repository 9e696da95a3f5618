import * as z from 'zod/mini';
import { holdsCardNumber } from './cardNumber.ts';
import { count, flag, id, list, text, textOrNull } from './wire.ts';

/**
 * Why money goes back (money.md 4.13). The first three are asked for by the buyer. `duplicate`: money that never was a
 * sale, paid twice, too late or too much · `staff`: decided by the staff.
 */
export const refundKinds = ['voluntary', 'cooling_off', 'midterm', 'duplicate', 'staff'] as const;
export type RefundKind = (typeof refundKinds)[number];
/** What a buyer can ask for. */
export const askedRefundKinds = ['voluntary', 'cooling_off', 'midterm'] as const;
export type AskedRefundKind = (typeof askedRefundKinds)[number];

/**
 * How a refund stands. `proposed`: a second person of the staff has to agree · `requested`: the gateway gives it back ·
 * `needs_account`: nobody knows where to transfer it · `ready`, `exported`: the transfer is being made · `done`: it went.
 */
export const refundStates = ['proposed', 'requested', 'needs_account', 'ready', 'exported', 'done'] as const;
export type RefundState = (typeof refundStates)[number];

/** What goes back for one thing of the order, whole yen: `amount` = what was paid − `used` − `fee`. */
export const refundLineSchema = z.object({
  item: id,
  name: text,
  amount: count,
  used: count,
  fee: count,
});
export type RefundLineShown = z.output<typeof refundLineSchema>;

/** What a buyer may have now. `number` names exactly these lines: asked for with it, nothing else is given back. */
export const refundOfferSchema = z.object({
  /** One of `askedRefundKinds`. */
  kind: text,
  number: text,
  lines: list(refundLineSchema),
  total: count,
  /** `card`: through the card company · `transfer`: to an account that is asked for. */
  via: text,
  /** Until when, or `null`: no end. */
  until: textOrNull,
});
export type RefundOffer = z.output<typeof refundOfferSchema>;

/** A refund that was decided. */
export const refundSchema = z.object({
  id,
  kind: text,
  /** One of `refundStates`. */
  state: text,
  via: text,
  amount: count,
  names: list(z.string()),
  created: textOrNull,
  done_at: textOrNull,
  /** An account may be given, or given anew. */
  takes_account: flag,
  /** The last digits of the account that was given. */
  account_tail: textOrNull,
});
export type Refund = z.output<typeof refundSchema>;

/** GET /api/shop/order/{id}/refund/quote/, and what POST refund/ and PUT refund-account/ answer. */
export const refundQuoteSchema = z.object({
  order: id,
  /** When this was worked out, to the minute. */
  as_of: textOrNull,
  offers: list(refundOfferSchema),
  /** What is closed, and why, in words for the buyer. */
  closed: list(z.object({ kind: text, detail: text })),
  refunds: list(refundSchema),
});
export type RefundQuote = z.output<typeof refundQuoteSchema>;

/** 412 of POST refund/: what was quoted holds no more; this does. */
export const refundChangedSchema = z.object({ quote: refundQuoteSchema });

const reason = z._default(
  z.string().check(
    z.maxLength(500),
    z.refine((value: string) => !holdsCardNumber(value)),
  ),
  '',
);

/** POST /api/shop/order/{id}/refund/. `items`: left out, all of the offer. */
export const refundInputSchema = z.object({
  kind: z.enum(askedRefundKinds),
  number: z.string().check(z.regex(/^R[0-9A-F]{12}$/)),
  items: z.optional(z.array(z.union([z.string().check(z.maxLength(12)), z.number()])).check(z.maxLength(20))),
  reason,
});
export type RefundInput = z.input<typeof refundInputSchema>;

/** Letters of an account's holder that every bank takes. */
const holderLetters = /^[ァ-ヴー0-9０-９A-ZＡ-Ｚ　 ().（）．・\-－]+$/u;
/** What a person types as a holder, as banks write it: hiragana and small letters become what they mean. */
export function tidyHolder(typed: string): string {
  return typed
    .normalize('NFKC')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .toUpperCase();
}
/** A number of a bank: its digits, whatever form they were typed in. */
export function tidyDigits(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s-]/g, '');
}

export const accountTypes = ['ordinary', 'current'] as const;
const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const digits = (pattern: RegExp) => z.string().check(z.overwrite(tidyDigits), z.regex(pattern));

/** PUT /api/shop/order/{id}/refund-account/: where a refund by transfer goes (money.md 4.9). */
export const refundAccountInputSchema = z.object({
  bank_name: shortText,
  bank_code: digits(/^\d{4}$/),
  branch_name: shortText,
  branch_code: digits(/^\d{3}$/),
  type: z.enum(accountTypes),
  number: digits(/^\d{4,7}$/),
  holder: z.string().check(z.overwrite(tidyHolder), z.minLength(1), z.maxLength(48), z.regex(holderLetters)),
});
export type RefundAccountInput = z.output<typeof refundAccountInputSchema>;
