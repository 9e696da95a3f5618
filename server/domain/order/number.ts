import { randomBytes } from 'node:crypto';
import { japaneseDay } from '../watchhistory/studyTime.ts';

/** Letters of a coupon's code: no two look alike. There are 32, so five random bits give one letter. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new number of an order, `K270412-7H3KQ9ZC`: the day in Japan and forty random bits (money.md 2). */
export function newOrderNo(now: number, bytes: Uint8Array = randomBytes(8)): string {
  const day = japaneseDay(now).slice(2).replaceAll('-', '');
  const tail = Array.from(bytes, (byte) => letters[byte & 31]).join('');
  return `K${day}-${tail}`;
}
