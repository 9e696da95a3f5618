/** Basics of a paper: A4 with margins, two weights of one font, text that flows over pages, tables and frames. */
import PDFDocument from 'pdfkit';
import { fontFiles } from './fonts.ts';

export type Sheet = PDFKit.PDFDocument;

export const colors = { ink: '#1b1d21', quiet: '#565b63', line: '#c9cdd3', wash: '#f3f5f7', red: '#b3261e' };

const margin = 56;
/** Room at the foot of each page for the page number. */
const foot = 64;

/** Left edge and width of the printed area, points. */
export const column = { left: margin, width: 595.28 - 2 * margin };

export type Weight = 'regular' | 'bold';
export type Style = { size: number; weight?: Weight; color?: string };

/** An empty sheet. All metadata of the PDF come from `at`, so the same facts give the same bytes. */
export async function openSheet(title: string, author: string, at: number): Promise<Sheet> {
  const { regular, bold } = await fontFiles();
  const date = new Date(at);
  const sheet = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: foot, left: margin, right: margin },
    bufferPages: true,
    lang: 'ja',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, CreationDate: date, ModDate: date },
    font: regular as unknown as string,
  });
  sheet.registerFont('regular', regular);
  sheet.registerFont('bold', bold);
  return use(sheet, { size: 10 });
}

/** Chooses the style of the next letters. */
export function use(sheet: Sheet, { size, weight = 'regular', color = colors.ink }: Style): Sheet {
  return sheet.font(weight).fontSize(size).fillColor(color);
}

/** The text as it was typed, but on one line: control characters would break the page. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

/** Starts a new page unless `height` points are left on this one. */
export function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.page.height - foot) sheet.addPage();
}

export type Block = Style & {
  align?: 'left' | 'center' | 'right';
  left?: number;
  width?: number;
  gap?: number;
};

/** Text over the whole width that flows over as many pages as it needs; then `gap` points of space. */
export function flow(sheet: Sheet, text: string, block: Block): void {
  const { left = column.left, width = column.width, align = 'left', gap = 0 } = block;
  use(sheet, block).text(printable(text), left, sheet.y, { width, align, lineGap: block.size * 0.25 });
  sheet.y += gap;
}

/** A line across. */
export function rule(sheet: Sheet, color = colors.line, left = column.left, width = column.width): void {
  sheet.moveTo(left, sheet.y).lineTo(left + width, sheet.y);
  sheet.lineWidth(0.75).strokeColor(color).stroke();
}

/** A column of a table: its position from the left, in parts of the whole width. */
export type TableColumn = { title: string; from: number; to: number; align: 'left' | 'right' };

function cell(sheet: Sheet, { from, to, align }: TableColumn, text: string): void {
  const [left, width] = [column.left + from * column.width + 4, (to - from) * column.width - 8];
  sheet.text(printable(text), left, sheet.y, { width, align, lineGap: 2.5 });
}

function cellsBeside(sheet: Sheet, columns: TableColumn[], cells: string[], top: number): void {
  for (const [i, one] of columns.entries()) {
    sheet.y = top;
    cell(sheet, one, cells[i] ?? '');
  }
}

function firstCell(sheet: Sheet, column: TableColumn, text: string, note: string): void {
  cell(sheet, column, text);
  if (note === '') return;
  use(sheet, { size: 8, color: colors.quiet });
  cell(sheet, column, note);
  use(sheet, { size: 10 });
}

/**
 * One row of a table. It is read from left to right and never split over pages. The exception is a first cell that
 * needs more than half a page: it flows over pages, and the other cells stand where it begins.
 */
function row(sheet: Sheet, columns: TableColumn[], cells: string[], note: string): void {
  const [first, ...others] = columns;
  if (!first) return;
  const width = (first.to - first.from) * column.width - 8;
  const height = sheet.heightOfString(printable(cells[0] ?? ''), { width, lineGap: 2.5 });
  const isLong = height > sheet.page.height / 2;
  if (!isLong) makeRoom(sheet, height + (note === '' ? 14 : 28));
  sheet.y += 5;
  const top = sheet.y;
  if (isLong) {
    cellsBeside(sheet, others, cells.slice(1), top);
    sheet.y = top;
  }
  firstCell(sheet, first, cells[0] ?? '', note);
  if (!isLong) {
    const bottom = sheet.y;
    cellsBeside(sheet, others, cells.slice(1), top);
    sheet.y = bottom;
  }
  sheet.y += 3;
  rule(sheet);
}

/** A table with its head. Each row has one cell for each column, and a note below its first cell. */
export function table(sheet: Sheet, columns: TableColumn[], rows: { cells: string[]; note: string }[]): void {
  makeRoom(sheet, 60);
  const top = sheet.y;
  sheet.rect(column.left, top, column.width, 22).fill(colors.wash);
  use(sheet, { size: 9, weight: 'bold' });
  for (const one of columns) {
    sheet.y = top + 5;
    cell(sheet, one, one.title);
  }
  sheet.y = top + 22;
  rule(sheet);
  for (const { cells, note } of rows) {
    use(sheet, { size: 10 });
    row(sheet, columns, cells, note);
  }
}

/** Lines of 「name  value」. */
export function facts(sheet: Sheet, pairs: [name: string, value: string][]): void {
  const nameWidth = 110;
  for (const [name, value] of pairs) {
    makeRoom(sheet, 20);
    const top = sheet.y;
    use(sheet, { size: 9, color: colors.quiet }).text(name, column.left, top + 1, { width: nameWidth });
    sheet.y = top;
    const place = { left: column.left + nameWidth, width: column.width - nameWidth };
    flow(sheet, value, { size: 10, ...place, gap: 3 });
  }
}

/** A mark like a stamp, for example 「再発行」, at the top of the first page. */
export function stamp(sheet: Sheet, text: string, top: number): void {
  const width = use(sheet, { size: 12, weight: 'bold', color: colors.red }).widthOfString(text) + 20;
  sheet.roundedRect(column.left, top, width, 24, 3).lineWidth(1.2).strokeColor(colors.red).stroke();
  sheet.text(text, column.left, top + 4, { width, align: 'center', lineBreak: false });
}

function numberPages(sheet: Sheet, footer: string): void {
  const { count } = sheet.bufferedPageRange();
  if (count < 2) return;
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page);
    // Below the margin, a line of text would start a new page.
    sheet.page.margins.bottom = 0;
    use(sheet, { size: 8, color: colors.quiet });
    const y = sheet.page.height - 40;
    sheet.text(`${footer}  ${page + 1} / ${count}ページ`, column.left, y, {
      width: column.width,
      align: 'center',
      lineBreak: false,
    });
  }
}

/** Ends the sheet: pages get numbers when there are several. Answers the whole file, or throws. */
export function closeSheet(sheet: Sheet, footer: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    sheet.on('data', (part: Buffer) => parts.push(part));
    sheet.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    sheet.on('error', reject);
    numberPages(sheet, footer);
    sheet.end();
  });
}
