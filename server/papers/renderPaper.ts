import type { Paper } from '../db/schema/paperFacts.ts';
import { type ContractPaper, drawContract } from './contractPaper.ts';
import { drawSale, saleTitle } from './salePaper.ts';
import { closeSheet, colors, column, flow, openSheet, rule, type Sheet, stamp, use } from './sheet.ts';
import { sayDay } from './words.ts';

function isContract(paper: Paper): paper is ContractPaper {
  return paper.kind === 'outline' || paper.kind === 'contract';
}

function titleOf(paper: Paper): string {
  if (isContract(paper)) return paper.kind === 'outline' ? '概要書面' : '契約書面';
  return saleTitle(paper);
}

/** Number and day at the right, marks at the left, the title, and the addressee. */
function head(sheet: Sheet, paper: Paper, title: string): void {
  const top = sheet.y;
  if (paper.isReissue) stamp(sheet, '再発行', top);
  if (paper.isTest) stamp(sheet, '見本(テスト決済)', paper.isReissue ? top + 30 : top);
  sheet.y = top;
  for (const line of [`番号 ${paper.number}`, `発行日 ${sayDay(paper.issuedAt)}`]) {
    flow(sheet, line, { size: 9, color: colors.quiet, align: 'right' });
  }
  sheet.y = top + (paper.isReissue && paper.isTest ? 62 : 42);
  use(sheet, { size: 24, weight: 'bold' }).text(title, column.left, sheet.y, {
    width: column.width,
    align: 'center',
    characterSpacing: 6,
  });
  sheet.y += 18;
  flow(sheet, `${paper.name} ${paper.honorific}`, { size: paper.name.length > 40 ? 11 : 16, gap: 2 });
  rule(sheet, colors.ink);
  sheet.y += 16;
}

/**
 * A paper as PDF, A4, with as many pages as it needs; its text can be selected, searched and copied as it was typed.
 * Pure: the same facts give the same bytes. Text with letters that the font lacks is refused before (`missingGlyphs`).
 * Rejects when it cannot be drawn; it never returns half a file. Takes some tenths of a second of processor time, so a
 * job calls it.
 */
export async function renderPaper(paper: Paper): Promise<Uint8Array> {
  const title = titleOf(paper);
  const sheet = await openSheet(`${title} ${paper.number}`, paper.seller.name, paper.issuedAt);
  head(sheet, paper, title);
  if (isContract(paper)) drawContract(sheet, paper);
  else drawSale(sheet, paper);
  return closeSheet(sheet, `${title} ${paper.number}`);
}
