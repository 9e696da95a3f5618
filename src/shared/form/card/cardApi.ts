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
/** Whoever is in the middle of paying is not led away by a maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** The cards that are kept for somebody, the default one first. */
export function getCards(options: AskOptions): Promise<CardList> {
  return getJson(path, { ...options, schema: cardListSchema });
}

/** Without a list of cards a payment begins with a new one. */
export const noCards: CardList = { cards: [], limit: 0, is_open: false };

/** The same for a page that can do without: what cannot be had is no card. Only for what is asked beside other things. */
export async function getCardsIfAny(options: AskOptions): Promise<CardList> {
  try {
    return await getCards(options);
  } catch (error) {
    console.warn('kept cards not known', error);
    return noCards;
  }
}

/** Keeps a card, once its bank has asked its owner. Nothing is charged. */
export function postCard(body: CardInput, idempotencyKey: string): Promise<CardStatus> {
  return sendJson('POST', path, { body, idempotencyKey, schema: cardStatusSchema, ...staying });
}

/** How the check of a card stands. */
export function getCardStatus(id: string, signal: AbortSignal): Promise<CardStatus> {
  return getJson(`${pathOf(id)}status/`, { signal, isReload: true, schema: cardStatusSchema, ...staying });
}

/** Makes a card the one that is offered first. */
export async function makeDefault(id: string, idempotencyKey: string): Promise<void> {
  await sendJson('PATCH', pathOf(id), { body: { is_default: true }, idempotencyKey, ...staying });
}

/** Forgets a card, at the gateway too. */
export async function deleteCard(id: string, idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', pathOf(id), { idempotencyKey, ...staying });
}
