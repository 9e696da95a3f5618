import type { Card } from '#contracts/shopCard.ts';

/** A card counts as expiring soon this long before its end, ms. */
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

/** The display name of a brand; an unknown one is shown as it came. */
export function brandName(brand: string): string {
  return brandNames[brand.toLowerCase()] ?? brand;
}

/** Age of a card: it is valid until the end of its month, in Japan. */
type CardAge = 'good' | 'soon' | 'expired' | 'unknown';

/** The age of a card at a time (epoch ms). If the server says that it has expired, that decides. */
export function ageOf({ exp_month, exp_year, is_expired }: Card, at: number): CardAge {
  if (is_expired) return 'expired';
  if (exp_month < 1 || exp_month > 12 || exp_year < 2000) return 'unknown';
  // Months are counted from 0, so this is the first moment of the following month.
  const end = Date.UTC(exp_year, exp_month, 1) - japanMs;
  if (at >= end) return 'expired';
  return at >= end - soonMs ? 'soon' : 'good';
}

/** Whether a payment can be tried with it. */
export function canPay(card: Card, at: number): boolean {
  return card.state === 'active' && ageOf(card, at) !== 'expired';
}

/** The cards that can be chosen for a payment, in the server's order: the default one first. */
export function payableCards(cards: readonly Card[], at: number): Card[] {
  return cards.filter((card) => canPay(card, at));
}

/** Whether another card may be added; cards that could not be kept do not count. */
export function hasRoom(cards: readonly Card[], limit: number): boolean {
  return cards.filter(({ state }) => state !== 'failed').length < limit;
}
