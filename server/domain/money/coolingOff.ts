/** Contracts for which the law demands papers and eight days to withdraw (money.md 4.18, 5.14). Pure. */
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { addDays, addMonths, type Day, startOfDay } from './jstDate.ts';

/** Days of cooling-off; the day on which the contract document is received is the first one. */
export const coolingOffDays = 8;

/** An order of up to this many yen, after discount, needs no contract document. */
export const contractLimitYen = 50_000;

/** Access of up to this many months needs no contract document. */
export const contractLimitMonths = 2;

/** The last day of cooling-off in Japan. `receivedAt`: epoch milliseconds. */
export function lastCoolingOffDay(receivedAt: number): Day {
  return addDays(japaneseDay(receivedAt), coolingOffDays - 1);
}

/**
 * Whether a buyer may still leave the contract by cooling-off. Without a received document (`null`; also when it is
 * missing or wrong), the eight days have not begun.
 */
export function isCoolingOff(receivedAt: number | null, now: number): boolean {
  return receivedAt === null || now < startOfDay(addDays(lastCoolingOffDay(receivedAt), 1));
}

/**
 * Whether an order needs 概要書面 and 契約書面: more than 50,000 yen and access for more than two months.
 *
 * @param total yen of the order after discount
 * @param access from its first day until the first day without it; `until: null` for access without an end
 */
export function needsContractDocument(total: number, access: { from: Day; until: Day | null }): boolean {
  if (total <= contractLimitYen) return false;
  return access.until === null || access.until > addMonths(access.from, contractLimitMonths);
}
