/** Until when a slip can be paid (money.md 4.8, 4.9, 5.13). Moments are epoch milliseconds. Pure. */
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { addDays, timeOfDay } from './jstDate.ts';

export type SlipMethod = 'cvs' | 'bank';

/** Days after the day of issue on which a slip may still be paid. */
export const slipDays: Record<SlipMethod, number> = { cvs: 5, bank: 7 };

/** Last moment of a slip: 23:59 in Japan. Once the gateway has answered, the buyer is shown the gateway's time. */
export function slipDue(method: SlipMethod, issuedAt: number): number {
  return timeOfDay(addDays(japaneseDay(issuedAt), slipDays[method]), 23, 59);
}
