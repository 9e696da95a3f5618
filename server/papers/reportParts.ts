/** Small parts that both pages of a 成績表 use. */
import { type Block, colors, column, makeRoom, printable, rule, type Sheet, use } from './sheet.ts';

/** 53.1 */
export const tenth = (value: number) => value.toFixed(1);

/** +1.2 and −1.2 */
export const signed = (value: number) => `${value >= 0 ? '+' : '−'}${tenth(Math.abs(value))}`;

/**
 * Prints one line at a fixed place, cut with … when it is too long. The position of the flowing text does not change.
 */
export function line(sheet: Sheet, text: string, block: Block & { top: number }): void {
  const { top, left = column.left, width = column.width, align = 'left', size } = block;
  const { y } = sheet;
  use(sheet, block).text(printable(text), left, top, { width, align, height: size * 1.2, ellipsis: '…' });
  sheet.y = y;
}

/** Title of a part of the page. */
export function section(sheet: Sheet, title: string): void {
  makeRoom(sheet, 40);
  line(sheet, title, { top: sheet.y, size: 11.5, weight: 'bold' });
  sheet.y += 18;
  rule(sheet, colors.line);
  sheet.y += 8;
}
