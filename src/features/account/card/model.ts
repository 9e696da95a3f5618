import type { Card, CardList } from '#contracts/shopCard.ts';
import { hasRoom } from '#shared/form/card/savedCards.ts';

/** What can be done about another card: `closed`: nothing now, whatever there is room for. */
export function addStand({ cards, limit, is_open }: CardList, frameUrl: string | null) {
  if (!is_open || frameUrl === null) return 'closed' as const;
  return hasRoom(cards, limit) ? ('open' as const) : ('full' as const);
}

/** Cards whose check is under way: each is asked for until it has ended. */
export function pendingCards(cards: readonly Card[]): Card[] {
  return cards.filter(({ state }) => state === 'pending');
}

/** It can be made the one that is offered first. */
export function canBeDefault({ state, is_default, is_expired }: Card): boolean {
  return state === 'active' && !is_default && !is_expired;
}
