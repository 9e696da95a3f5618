/** Layout of 概要書面 and 契約書面: at least 8 points; what the law demands in red is in a red frame (money.md 4.18). */
import type { ContractFacts, Paper, PaperSection } from '../db/schema/paperFacts.ts';
import { colors, column, facts, flow, makeRoom, type Sheet, table } from './sheet.ts';
import { sayDay, sayYen, sellerBlock } from './words.ts';

export type ContractPaper = Paper & ContractFacts;

const inset = 10;

/** Draws the frame of a passage on every page that it covers. */
function frame(sheet: Sheet, start: { page: number; top: number }, endPage: number): void {
  const bottom = sheet.y;
  for (let page = start.page; page <= endPage; page += 1) {
    sheet.switchToPage(page);
    const top = page === start.page ? start.top : sheet.page.margins.top - inset;
    const end = page === endPage ? bottom : sheet.page.height - sheet.page.margins.bottom;
    sheet
      .rect(column.left, top, column.width, end - top)
      .lineWidth(1.2)
      .strokeColor(colors.red)
      .stroke();
  }
  sheet.y = bottom;
}

const lastPage = (sheet: Sheet) => sheet.bufferedPageRange().count - 1;

function section(sheet: Sheet, { title, lines, isRed }: PaperSection): void {
  makeRoom(sheet, 60);
  const start = { page: lastPage(sheet), top: sheet.y };
  const place = isRed ? { left: column.left + inset, width: column.width - 2 * inset } : {};
  const color = isRed ? colors.red : colors.ink;
  if (isRed) sheet.y += inset;
  flow(sheet, title, { size: 11, weight: 'bold', color, ...place, gap: 2 });
  for (const line of lines) flow(sheet, line, { size: 9.5, color, ...place, gap: 2 });
  if (isRed) {
    sheet.y += inset - 4;
    frame(sheet, start, lastPage(sheet));
  }
  sheet.y += 12;
}

/** Draws the paper on a sheet that already has its head. */
export function drawContract(sheet: Sheet, paper: ContractPaper): void {
  section(sheet, {
    title: 'この書面の内容を十分にお読みください。',
    lines: ['この書面は、特定商取引に関する法律にもとづいてお渡しするものです。保存しておいてください。'],
    isRed: true,
  });
  const ordered: [string, string][] =
    paper.orderedAt === null ? [] : [['契約の締結日', sayDay(paper.orderedAt)]];
  facts(sheet, [['注文番号', paper.orderNo], ...ordered, ['お支払い方法', paper.method]]);
  sheet.y += 8;
  table(
    sheet,
    [
      { title: '役務の内容', from: 0, to: 0.75, align: 'left' },
      { title: '代金(税込)', from: 0.75, to: 1, align: 'right' },
    ],
    [
      ...paper.lines.map(({ name, note, amount }) => ({ cells: [name, sayYen(amount)], note })),
      { cells: ['合計', sayYen(paper.total)], note: '' },
    ],
  );
  sheet.y += 14;
  for (const one of paper.sections) section(sheet, one);
  sellerBlock(sheet, paper.seller, false);
}
