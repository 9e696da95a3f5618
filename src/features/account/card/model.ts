import type { Card, CardList } from '#contracts/shopCard.ts';
import { hasRoom } from '#shared/form/card/savedCards.ts';

/** Whether another card can be added. `closed`: not now, even if there is room. */
export function addStand({ cards, limit, is_open }: CardList, frameUrl: string | null) {
  if (!is_open || frameUrl === null) return 'closed' as const;
  return hasRoom(cards, limit) ? ('open' as const) : ('full' as const);
}

/** Cards whose check is under way: each is polled until its check has ended. */
export function pendingCards(cards: readonly Card[]): Card[] {
  return cards.filter(({ state }) => state === 'pending');
}

/** Whether the card can become the default. */
export function canBeDefault({ state, is_default, is_expired }: Card): boolean {
  return state === 'active' && !is_default && !is_expired;
}
