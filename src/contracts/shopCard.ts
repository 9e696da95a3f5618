import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { count, flag, id, list, text, textOrNull } from './wire.ts';

/** Maximum number of cards kept for one person (money.md 4.14a). */
export const cardLimit = 5;

/**
 * States of a kept card: `pending`: being checked and stored · `active`: can be used · `failed`: could not be stored,
 * shown for a day.
 */
export const cardStates = ['pending', 'active', 'failed'] as const;
export type CardState = (typeof cardStates)[number];

/** A card kept for later payments. It never has the card number: only the gateway has it. */
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
  /** A subscription uses it, so it cannot be deleted. */
  is_in_use: flag,
  /** One of `cardStates`. */
  state: text,
});
export type Card = z.output<typeof cardSchema>;

/** GET accounts/card/: the default one first. */
export const cardListSchema = z.object({
  cards: list(cardSchema),
  /** Maximum number of cards. */
  limit: count,
  /** Whether this server can keep cards and take card payments. */
  is_open: flag,
});
export type CardList = z.output<typeof cardListSchema>;

/** What the card frame tells of a card for display: last four digits, guessed brand, `YYMM`. */
export const shownCardInput = z.object({
  brand: z.string().check(z.maxLength(20), noCard()),
  last4: z.string().check(z.regex(/^\d{4}$/)),
  expiry: z.string().check(z.regex(/^\d{4}$/)),
});

/** POST accounts/card/: keeps a card, after its owner passed the bank's check. Nothing is charged. */
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
 * State of a card check. It is the answer (202) of POST accounts/card/, of POST /api/shop/subscription/{id}/card/ with
 * a new card, and of GET accounts/card/{id}/status/. It is polled like the status of an order.
 */
export const cardStatusSchema = z.object({
  card: id,
  /** One of `cardStates`. */
  state: text,
  /** `poll`, `3ds`, `done`, `failed`, as `orderNexts` of an order. */
  next: text,
  /** Address of the bank's page, with `next` `3ds`. */
  redirect_url: textOrNull,
  /** Path of GET accounts/card/{id}/status/, to poll with `next` `poll`. */
  status_url: text,
  /** One of `payFailures`, with `next` `failed`. */
  failure: textOrNull,
  error_code: textOrNull,
});
export type CardStatus = z.output<typeof cardStatusSchema>;
