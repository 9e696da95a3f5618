import type { CardList } from '#contracts/shopCard.ts';
import { getCards } from '#shared/form/card/cardApi.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';

/** The saved cards, and the address of the fields for a new one. */
export type CardBox = { list: CardList; frameUrl: string | null };

/** The data for the page of the cards. */
export async function getCardBox(options: AskOptions): Promise<CardBox> {
  const [list, { frame_url }] = await Promise.all([getCards(options), getPaySettings(options)]);
  return { list, frameUrl: frame_url };
}
