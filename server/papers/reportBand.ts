/** One subject on the second page of a 成績表: the distribution of all scores, and the own units beside it. */
import type { SubjectReport } from '#contracts/examResult.ts';
import { line, tenth } from './reportParts.ts';
import { colors, column, makeRoom, type Sheet } from './sheet.ts';

const accent = '#1f5fbf';
const gutter = 24;
const half = (column.width - gutter) / 2;
/** Room over the bars for 「あなた」. */
const above = 12;
const unitHeight = 14;
/** Most units that are drawn; of the others only the number is printed. */
const mostUnits = 10;

type Steps = SubjectReport['histogram'];

/** Draws bars as vectors. The own step is darker and has its name above it, so that it is recognised without colour. */
function drawHistogram(sheet: Sheet, steps: Steps, top: number, chartHeight: number): void {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  const step = half / steps.length;
  const base = top + above + chartHeight;
  for (const [at, { count, is_mine, from }] of steps.entries()) {
    const height = Math.max(count > 0 ? 1 : 0, (count / most) * chartHeight);
    const left = column.left + at * step;
    sheet.rect(left + 1, base - height, step - 2, height).fill(is_mine ? accent : colors.line);
    if (is_mine) {
      const label = { left: left - 20, width: step + 40, size: 7.5, weight: 'bold', color: accent } as const;
      line(sheet, 'あなた', { ...label, top: base - height - 11, align: 'center' });
    }
    line(sheet, String(from), { top: base + 3, left, width: step, size: 6.5, color: colors.quiet });
  }
  sheet
    .moveTo(column.left, base)
    .lineTo(column.left + half, base)
    .lineWidth(0.75)
    .strokeColor(colors.ink)
    .stroke();
}

function drawUnits(sheet: Sheet, units: SubjectReport['units'], top: number): void {
  const left = column.left + half + gutter;
  const [nameWidth, pointsWidth] = [104, 44];
  const barLeft = left + nameWidth + 6;
  const barWidth = half - nameWidth - pointsWidth - 12;
  for (const [at, { name, points, full }] of units.slice(0, mostUnits).entries()) {
    const y = top + at * unitHeight;
    line(sheet, name, { top: y, left, width: nameWidth, size: 8 });
    sheet.rect(barLeft, y + 3, barWidth, 6).fill(colors.wash);
    const share = full > 0 ? Math.min(1, points / full) : 0;
    if (share > 0) sheet.rect(barLeft, y + 3, barWidth * share, 6).fill(accent);
    sheet
      .rect(barLeft, y + 3, barWidth, 6)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke();
    line(sheet, `${points} / ${full}`, {
      top: y,
      left: left + half - pointsWidth,
      width: pointsWidth,
      size: 8,
      align: 'right',
    });
  }
  if (units.length > mostUnits) {
    const rest = `ほか${units.length - mostUnits}単元`;
    line(sheet, rest, {
      top: top + mostUnits * unitHeight,
      left,
      width: half,
      size: 7.5,
      color: colors.quiet,
    });
  }
}

/**
 * Draws the band of a subject; it is never split by the end of a page. `chartHeight`: height of the highest bar,
 * points.
 */
export function drawBand(
  sheet: Sheet,
  { name, score, full, average, takers, histogram, units }: SubjectReport,
  chartHeight: number,
): void {
  const rows = Math.min(units.length, mostUnits + 1);
  const height = 16 + Math.max(above + chartHeight + 16, rows * unitHeight + 4);
  makeRoom(sheet, height);
  const { y } = sheet;
  line(sheet, name, { top: y, width: half, size: 10, weight: 'bold' });
  const facts = [`${score} / ${full}点`, average === null ? '' : `平均 ${tenth(average)}`, `${takers}人`];
  line(sheet, facts.filter(Boolean).join('  '), {
    top: y + 1,
    width: half,
    size: 8.5,
    color: colors.quiet,
    align: 'right',
  });
  drawHistogram(sheet, histogram, y + 16, chartHeight);
  if (units.length > 0) {
    const place = { left: column.left + half + gutter, width: half, size: 8.5, color: colors.quiet };
    line(sheet, '単元別の得点', { ...place, top: y + 1 });
    drawUnits(sheet, units, y + 16);
  }
  sheet.y = y + height + 6;
}
