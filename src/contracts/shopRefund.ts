import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { count, flag, id, list, text, textOrNull } from './wire.ts';

/**
 * Why money is returned (money.md 4.13). The buyer can ask for the first three. `duplicate`: money that was no sale:
 * paid twice, too late or too much · `staff`: decided by the staff.
 */
export const refundKinds = ['voluntary', 'cooling_off', 'midterm', 'duplicate', 'staff'] as const;
export type RefundKind = (typeof refundKinds)[number];
/** What a buyer can ask for. */
export const askedRefundKinds = ['voluntary', 'cooling_off', 'midterm'] as const;
export type AskedRefundKind = (typeof askedRefundKinds)[number];

/**
 * State of a refund. `proposed`: a second staff member has to agree · `requested`: the gateway returns it ·
 * `needs_account`: the bank account is not known · `ready`, `exported`: the transfer is being made · `done`: the money
 * was sent.
 */
export const refundStates = ['proposed', 'requested', 'needs_account', 'ready', 'exported', 'done'] as const;
export type RefundState = (typeof refundStates)[number];

/** The refund of one item of the order, whole yen: `amount` = what was paid − `used` − `fee`. */
export const refundLineSchema = z.object({
  item: id,
  name: text,
  amount: count,
  used: count,
  fee: count,
});
export type RefundLineShown = z.output<typeof refundLineSchema>;

/** What a buyer can get back now. `number` identifies exactly these lines: a request with it refunds nothing else. */
export const refundOfferSchema = z.object({
  /** One of `askedRefundKinds`. */
  kind: text,
  number: text,
  lines: list(refundLineSchema),
  total: count,
  /** `card`: through the card company · `transfer`: to a bank account that the buyer gives. */
  via: text,
  /** Until when; `null`: no end. */
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
  /** The buyer may give an account, or correct it. */
  takes_account: flag,
  /** The last digits of the account that was given. */
  account_tail: textOrNull,
});
export type Refund = z.output<typeof refundSchema>;

/** GET /api/shop/order/{id}/refund/quote/, and what POST refund/ and PUT refund-account/ answer. */
export const refundQuoteSchema = z.object({
  order: id,
  /** When this was calculated, to the minute. */
  as_of: textOrNull,
  offers: list(refundOfferSchema),
  /** Refunds that are not possible, and why, in words for the buyer. */
  closed: list(z.object({ kind: text, detail: text })),
  refunds: list(refundSchema),
});
export type RefundQuote = z.output<typeof refundQuoteSchema>;

/** 412 of POST refund/: the earlier quote is no longer valid; this is the new one. */
export const refundChangedSchema = z.object({ quote: refundQuoteSchema });

const reason = z._default(z.string().check(z.maxLength(500), noCard()), '');

/** POST /api/shop/order/{id}/refund/. `items`: left out, all of the offer. */
export const refundInputSchema = z.object({
  kind: z.enum(askedRefundKinds),
  number: z.string().check(z.regex(/^R[0-9A-F]{12}$/)),
  items: z.optional(z.array(z.union([z.string().check(z.maxLength(12)), z.number()])).check(z.maxLength(20))),
  reason,
});
export type RefundInput = z.input<typeof refundInputSchema>;

/** Letters of an account holder's name that every bank accepts. */
const holderLetters = /^[ァ-ヴー0-9０-９A-ZＡ-Ｚ　 ().（）．・\-－]+$/u;
/** An account holder's name as banks write it: hiragana becomes katakana, Latin letters become capitals. */
export function tidyHolder(typed: string): string {
  return typed
    .normalize('NFKC')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .toUpperCase();
}
/** The digits of a bank number, in whatever form they were typed. */
export function tidyDigits(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s-]/g, '');
}

export const accountTypes = ['ordinary', 'current'] as const;
const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), noCard());
const digits = (pattern: RegExp) => z.string().check(z.overwrite(tidyDigits), z.regex(pattern));

/** PUT /api/shop/order/{id}/refund-account/: the account for a refund by transfer (money.md 4.9). */
export const refundAccountInputSchema = z.object({
  bank_name: shortText,
  bank_code: digits(/^\d{4}$/),
  branch_name: shortText,
  branch_code: digits(/^\d{3}$/),
  type: z.enum(accountTypes),
  number: digits(/^\d{4,7}$/),
  holder: z
    .string()
    .check(z.overwrite(tidyHolder), z.minLength(1), z.maxLength(48), z.regex(holderLetters), noCard()),
});
export type RefundAccountInput = z.output<typeof refundAccountInputSchema>;
