import * as z from 'zod/mini';
import { count, flag, id, list, text, textOrNull } from './wire.ts';

/** Most cards that are kept for one person (money.md 4.14a). */
export const cardLimit = 5;

/**
 * States of a kept card: `pending` it is being checked and kept · `active` it can be used · `failed` it could not be kept,
 * shown for a day.
 */
export const cardStates = ['pending', 'active', 'failed'] as const;
export type CardState = (typeof cardStates)[number];

/** A card that is kept for later payments. Never its number: the gateway has that. */
export const cardSchema = z.object({
  id,
  /** `visa`, `master`, `jcb`, `amex`, `diners`; empty: not known. */
  brand: text,
  last4: text,
  /** 1 to 12, and four digits; 0 while it is not known yet. */
  exp_month: count,
  exp_year: count,
  is_expired: flag,
  is_default: flag,
  /** A subscription is charged to it: it cannot be deleted. */
  is_in_use: flag,
  /** One of `cardStates`. */
  state: text,
});
export type Card = z.output<typeof cardSchema>;

/** GET accounts/card/: the default one first. */
export const cardListSchema = z.object({
  cards: list(cardSchema),
  /** Most that can be kept. */
  limit: count,
  /** Whether this server can keep cards at all, and take a payment by one. */
  is_open: flag,
});
export type CardList = z.output<typeof cardListSchema>;

/** What the card frame tells of a card, to be shown: last four digits, brand guess, `YYMM`. */
export const shownCardInput = z.object({
  brand: z.string().check(z.maxLength(20)),
  last4: z.string().check(z.regex(/^\d{4}$/)),
  expiry: z.string().check(z.regex(/^\d{4}$/)),
});

/** POST accounts/card/: keeps a card, after the bank has asked its owner. Nothing is charged. */
export const cardInputSchema = z.object({
  /** From the card frame; used once. */
  gmo_token: z.string().check(z.minLength(1), z.maxLength(512)),
  card: z.nullable(shownCardInput),
  is_default: z.optional(z.boolean()),
});
export type CardInput = z.output<typeof cardInputSchema>;

/** PATCH accounts/card/{id}/ */
export const cardPatchSchema = z.object({ is_default: z.literal(true) });

/**
 * How the check of a card stands: the answer (202) of POST accounts/card/, of POST /api/shop/subscription/{id}/card/ with a
 * new card, and of GET accounts/card/{id}/status/. Asked for as the status of an order is.
 */
export const cardStatusSchema = z.object({
  card: id,
  /** One of `cardStates`. */
  state: text,
  /** `poll`, `3ds`, `done`, `failed`, as `orderNexts` of an order. */
  next: text,
  /** Address of the bank's page, with `next` `3ds`. */
  redirect_url: textOrNull,
  /** Path of GET accounts/card/{id}/status/, to be asked again with `next` `poll`. */
  status_url: text,
  /** One of `payFailures`, with `next` `failed`. */
  failure: textOrNull,
  error_code: textOrNull,
});
export type CardStatus = z.output<typeof cardStatusSchema>;
