import type { Card } from '#contracts/shopCard.ts';

/** How long before its end a card is said to expire soon, ms. */
const soonMs = 60 * 86_400_000;
const japanMs = 9 * 3_600_000;

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  master: 'Mastercard',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  amex: 'American Express',
  diners: 'Diners Club',
};

/** A brand as it is shown; one that we do not know as it came. */
export function brandName(brand: string): string {
  return brandNames[brand.toLowerCase()] ?? brand;
}

/** Where a card is in its life: it holds until the end of its month, in Japan. */
type CardAge = 'good' | 'soon' | 'expired' | 'unknown';

/** Where a card is in its life at a time (epoch ms). The server's word that it is over counts for more. */
export function ageOf({ exp_month, exp_year, is_expired }: Card, at: number): CardAge {
  if (is_expired) return 'expired';
  if (exp_month < 1 || exp_month > 12 || exp_year < 2000) return 'unknown';
  // Months are counted from 0: this is the first moment of the month after.
  const end = Date.UTC(exp_year, exp_month, 1) - japanMs;
  if (at >= end) return 'expired';
  return at >= end - soonMs ? 'soon' : 'good';
}

/** A payment can be tried with it. */
export function canPay(card: Card, at: number): boolean {
  return card.state === 'active' && ageOf(card, at) !== 'expired';
}

/** The cards that can be chosen for a payment, as the server orders them: the default one first. */
export function payableCards(cards: readonly Card[], at: number): Card[] {
  return cards.filter((card) => canPay(card, at));
}

/** Another one may be added: those that could not be kept take no room. */
export function hasRoom(cards: readonly Card[], limit: number): boolean {
  return cards.filter(({ state }) => state !== 'failed').length < limit;
}
