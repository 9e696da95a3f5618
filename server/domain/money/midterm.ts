/** What is paid back to a buyer who ends a contract before its end (money.md 5.15). Whole yen. Pure. */
import { type Day, daysBetween } from './jstDate.ts';

/** Most that is kept for ending the contract, yen. */
export const highestFee = 20_000;

/** `paid` = `used` + `fee` + `refund`, unless `used` and `fee` together exceed what was paid. */
export type MidtermRefund = { used: number; fee: number; refund: number };

/** Days used on the day of the cancellation, which counts as used: 1 on the first day, never more than all days. */
export function daysUsed(from: Day, cancelledOn: Day, days: number): number {
  return Math.min(Math.max(0, daysBetween(from, cancelledOn) + 1), days);
}

/**
 * The buyer pays for the days used, and a fee of one month, at most 20,000 yen. Before the first lesson there is no
 * fee.
 *
 * @param days all days of access
 * @param used days used so far, of `daysUsed`
 * @param hasBegun whether the buyer has begun a lesson
 */
export function midtermRefund(paid: number, days: number, used: number, hasBegun: boolean): MidtermRefund {
  const worth = Math.floor((paid * used) / days);
  const fee = hasBegun ? Math.min(highestFee, Math.floor((paid * 30) / days)) : 0;
  return { used: worth, fee, refund: Math.max(0, paid - worth - fee) };
}
