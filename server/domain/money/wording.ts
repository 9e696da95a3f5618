/** How sums, times and payment methods are written for a buyer. */
import type { PayMethod } from '#contracts/shopCart.ts';
import type { CvsCode } from '#contracts/shopCheckout.ts';

export const methodNames: Record<PayMethod, string> = {
  card: 'クレジットカード',
  cvs: 'コンビニ払い',
  bank: '銀行振込',
  none: 'お支払いなし(0円)',
};

/** The gateway's numbers of store chains, and the names on their signs (money.md 3.1). */
const storeNames: Record<CvsCode, string> = {
  '00007': 'セブン-イレブン',
  '10001': 'ローソン',
  '10002': 'ファミリーマート',
  '10005': 'ミニストップ',
  '10008': 'セイコーマート',
};

/** Name of a chain; for an unknown one the word for a store. */
export function storeName(code: string): string {
  return storeNames[code as CvsCode] ?? 'コンビニエンスストア';
}

/** What a chain calls the number that is told at its till. */
export function slipNumberName(code: string): string {
  return code === '00007' ? '払込票番号' : '受付番号';
}

/** `4,980円` */
export function yen(amount: number): string {
  return `${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')}円`;
}

const dayFormat = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
});
const clockFormat = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  hour: '2-digit',
  minute: '2-digit',
});

/** `2027年4月12日(月)` in Japan. */
export function dayText(at: Date): string {
  return dayFormat.format(at);
}

/** `23:59` in Japan. */
export function clockText(at: Date): string {
  return clockFormat.format(at);
}

/** `2027年4月12日(月) 23:59` in Japan. */
export function momentText(at: Date): string {
  return `${dayText(at)} ${clockText(at)}`;
}

/**
 * Until when something lasts. The end of a day is 24:00 of that day, not 00:00 of the next one, which many would read
 * as one more day.
 */
export function untilText(at: Date): string {
  return clockText(at) === '00:00' ? `${dayText(new Date(at.getTime() - 1))} 24:00` : momentText(at);
}
