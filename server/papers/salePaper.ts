/** Layout of 領収書, 適格請求書 and 返還請求書. */
import type {
  InvoiceFacts,
  Paper,
  PaperLine,
  PaperRate,
  ReceiptFacts,
  ReturnFacts,
} from '../db/schema/paperFacts.ts';
import { colors, column, facts, flow, makeRoom, type Sheet, table, use } from './sheet.ts';
import { sayDay, sayYen, sellerBlock } from './words.ts';

export type SalePaper = Paper & (ReceiptFacts | InvoiceFacts | ReturnFacts);

/** The name of a paper, as it stands on top of it. */
export function saleTitle(paper: SalePaper): string {
  if (paper.kind === 'receipt') return '領収書';
  if (paper.kind === 'invoice') return '適格請求書';
  return paper.seller.invoiceNumber === null ? '返金明細書' : '適格返還請求書';
}

/** The sum, large, in a box of its own. */
function sum(sheet: Sheet, label: string, total: number): void {
  makeRoom(sheet, 70);
  const top = sheet.y;
  sheet.rect(column.left, top, column.width, 56).fill(colors.wash);
  use(sheet, { size: 10, color: colors.quiet }).text(label, column.left + 16, top + 21, { lineBreak: false });
  use(sheet, { size: 26, weight: 'bold' }).text(sayYen(total), column.left, top + 9, {
    width: column.width - 16,
    align: 'right',
    lineBreak: false,
  });
  sheet.y = top + 56 + 12;
}

function lineTable(sheet: Sheet, lines: PaperLine[]): void {
  table(
    sheet,
    [
      { title: '内容', from: 0, to: 0.66, align: 'left' },
      { title: '税率', from: 0.66, to: 0.78, align: 'right' },
      { title: '金額(税込)', from: 0.78, to: 1, align: 'right' },
    ],
    lines.map(({ name, note, amount, rate }) => ({ cells: [name, `${rate}%`, sayYen(amount)], note })),
  );
}

/** Sums and tax by rate, which the law demands on a qualified invoice. */
function rateTable(sheet: Sheet, rates: PaperRate[]): void {
  sheet.y += 12;
  table(
    sheet,
    [
      { title: '税率ごとの合計', from: 0, to: 0.4, align: 'left' },
      { title: '対象額(税込)', from: 0.4, to: 0.7, align: 'right' },
      { title: 'うち消費税額', from: 0.7, to: 1, align: 'right' },
    ],
    rates.map(({ rate, total, tax }) => ({ cells: [`${rate}%対象`, sayYen(total), sayYen(tax)], note: '' })),
  );
}

function saleFacts(paper: SalePaper): [string, string][] {
  const paid: [string, string][] = [
    ['注文番号', paper.orderNo],
    [paper.kind === 'return_invoice' ? '返金方法' : 'お支払い方法', paper.method],
  ];
  if (paper.kind !== 'return_invoice') return [...paid, ['お支払い日', sayDay(paper.paidAt)]];
  const original: [string, string][] = paper.original === null ? [] : [['もとの書類の番号', paper.original]];
  return [
    ...paid,
    ...original,
    ['もとのお取引日', sayDay(paper.paidAt)],
    ['返金日', sayDay(paper.refundedAt)],
    ['返金の理由', paper.reason],
  ];
}

function closing(paper: SalePaper): string[] {
  if (paper.kind === 'return_invoice') return [];
  const stamp =
    paper.kind === 'receipt' ? ['電子データで発行しているため、収入印紙は貼付していません。'] : [];
  const invoice =
    paper.kind === 'receipt' && paper.invoice !== null
      ? [`適格請求書は、この領収書とは別に発行しています(番号 ${paper.invoice})。`]
      : [];
  return [...stamp, ...invoice];
}

const words: Record<SalePaper['kind'], (paper: SalePaper) => string> = {
  receipt: (paper) =>
    paper.kind === 'receipt' ? `但し、${paper.proviso}として、上記の金額を領収いたしました。` : '',
  invoice: () => '下記のとおりご請求申し上げます。お支払いは完了しています。',
  return_invoice: () => '下記のとおり返金いたします。',
};

const sumLabels: Record<SalePaper['kind'], string> = {
  receipt: '領収金額(税込)',
  invoice: 'ご請求金額(税込)',
  return_invoice: '返金額(税込)',
};

/** Draws one of these papers on a sheet that already has its head. */
export function drawSale(sheet: Sheet, paper: SalePaper): void {
  sum(sheet, sumLabels[paper.kind], paper.total);
  flow(sheet, words[paper.kind](paper), { size: 11, gap: 14 });
  facts(sheet, saleFacts(paper));
  sheet.y += 10;
  lineTable(sheet, paper.lines);
  rateTable(sheet, paper.rates);
  sheet.y += 10;
  for (const line of closing(paper)) flow(sheet, line, { size: 8.5, color: colors.quiet });
  sellerBlock(sheet, paper.seller, paper.kind !== 'receipt');
}
