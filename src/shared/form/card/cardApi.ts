import {
  type CardInput,
  type CardList,
  type CardStatus,
  cardListSchema,
  cardStatusSchema,
} from '#contracts/shopCard.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const path = 'accounts/card/';
const pathOf = (id: string) => `${path}${encodeURIComponent(id)}/`;
/** Maintenance does not navigate away from a payment in progress. */
const staying = { whileMaintenance: 'stay' } as const;

/** A person's kept cards, the default one first. */
export function getCards(options: AskOptions): Promise<CardList> {
  return getJson(path, { ...options, schema: cardListSchema });
}

/** Without a list of cards, a payment starts with a new card. */
export const noCards: CardList = { cards: [], limit: 0, is_open: false };

/**
 * The same for a page that works without cards: a failed request counts as no cards. Only for requests beside the main
 * one.
 */
export async function getCardsIfAny(options: AskOptions): Promise<CardList> {
  try {
    return await getCards(options);
  } catch (error) {
    console.warn('kept cards not known', error);
    return noCards;
  }
}

/** Keeps a card, after its bank has checked the owner. Nothing is charged. */
export function postCard(body: CardInput, idempotencyKey: string): Promise<CardStatus> {
  return sendJson('POST', path, { body, idempotencyKey, schema: cardStatusSchema, ...staying });
}

/** State of a card check. */
export function getCardStatus(id: string, signal: AbortSignal): Promise<CardStatus> {
  return getJson(`${pathOf(id)}status/`, { signal, isReload: true, schema: cardStatusSchema, ...staying });
}

/** Makes a card the default one. */
export async function makeDefault(id: string, idempotencyKey: string): Promise<void> {
  await sendJson('PATCH', pathOf(id), { body: { is_default: true }, idempotencyKey, ...staying });
}

/** Deletes a card, at the gateway too. */
export async function deleteCard(id: string, idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', pathOf(id), { idempotencyKey, ...staying });
}
