/** How papers write days, sums and the seller. */
import type { Seller } from '../db/schema/paperFacts.ts';
import { japanMs } from '../times.ts';
import { colors, column, flow, makeRoom, type Sheet } from './sheet.ts';

/** A day in Japan: 2027年4月1日. */
export function sayDay(at: number): string {
  const day = new Date(at + japanMs);
  return `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日`;
}

/** A moment in Japan: 2027年4月1日 9:05. */
export function sayMoment(at: number): string {
  const day = new Date(at + japanMs);
  return `${sayDay(at)} ${day.getUTCHours()}:${String(day.getUTCMinutes()).padStart(2, '0')}`;
}

/** A sum: ¥59,800. */
export function sayYen(amount: number): string {
  return `¥${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')}`;
}

/** The seller, at the right; with the registration number where the paper needs it. */
export function sellerBlock(sheet: Sheet, seller: Seller, hasNumber: boolean): void {
  const lines = [seller.representative, seller.address, `電話 ${seller.phone}`, seller.email];
  if (hasNumber && seller.invoiceNumber !== null) lines.push(`登録番号 ${seller.invoiceNumber}`);
  const place = { left: column.left + column.width * 0.4, width: column.width * 0.6 };
  makeRoom(sheet, 40 + 15 * lines.length);
  sheet.y += 18;
  flow(sheet, seller.name, { size: 12, weight: 'bold', ...place, gap: 3 });
  for (const line of lines) flow(sheet, line, { size: 9, color: colors.quiet, ...place, gap: 1 });
  sheet.y += 8;
}
