import type { CardList } from '#contracts/shopCard.ts';
import { type PaySettings, paySettingsSchema } from '#contracts/shopOrder.ts';
import { getCards } from '#shared/form/card/cardApi.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** The kept cards, and where the fields of a new one are. */
export type CardBox = { list: CardList; frameUrl: string | null };

function getPaySettings(options: AskOptions): Promise<PaySettings> {
  return getJson('/api/payment/settings/', { ...options, schema: paySettingsSchema });
}

/** What the page of the cards needs. */
export async function getCardBox(options: AskOptions): Promise<CardBox> {
  const [list, { frame_url }] = await Promise.all([getCards(options), getPaySettings(options)]);
  return { list, frameUrl: frame_url };
}
