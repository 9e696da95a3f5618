import type { CardList } from '#contracts/shopCard.ts';
import { type PaySettings, paySettingsSchema } from '#contracts/shopOrder.ts';
import { getCards } from '#shared/form/card/cardApi.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** The saved cards, and the address of the fields for a new one. */
export type CardBox = { list: CardList; frameUrl: string | null };

function getPaySettings(options: AskOptions): Promise<PaySettings> {
  return getJson('/api/payment/settings/', { ...options, schema: paySettingsSchema });
}

/** The data for the page of the cards. */
export async function getCardBox(options: AskOptions): Promise<CardBox> {
  const [list, { frame_url }] = await Promise.all([getCards(options), getPaySettings(options)]);
  return { list, frameUrl: frame_url };
}
