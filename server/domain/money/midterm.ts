/** What is paid back to a buyer who ends a contract in its midst (money.md 5.15). Whole yen. Pure. */
import { type Day, daysBetween } from './jstDate.ts';

/** Most that is kept for ending the contract, yen. */
export const highestFee = 20_000;

/** `paid` = `used` + `fee` + `refund`, unless use and fee together are more than was paid. */
export type MidtermRefund = { used: number; fee: number; refund: number };

/** Days used on the day of the cancellation, which counts: 1 on the first day, never more than there are. */
export function daysUsed(from: Day, cancelledOn: Day, days: number): number {
  return Math.min(Math.max(0, daysBetween(from, cancelledOn) + 1), days);
}

/**
 * The days used are paid for, and a fee of one month, at most 20,000 yen; before the first lesson there is no fee.
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
