/** Layout of 成績表 on paper (exams.md 5 PDF): a page of numbers and 判定, a page of distributions and units. */
import type { Report, SubjectReport, VerdictCard } from '#contracts/examResult.ts';
import type { ReportFacts } from '../db/schema/examResult.ts';
import { missingGlyphs } from './fonts.ts';
import { drawBand } from './reportBand.ts';
import { line, section, signed, tenth } from './reportParts.ts';
import {
  closeSheet,
  colors,
  column,
  flow,
  makeRoom,
  openSheet,
  rule,
  type Sheet,
  table,
  use,
} from './sheet.ts';
import { sayDay, sayMoment } from './words.ts';

const kinds = { provisional: '暫定', frozen: '確定', regraded: '再採点後' };
const scale = 'A 80%以上  B 65%  C 50%  D 35%  E 20%以下';
const notes: Record<SubjectReport['note'], string> = {
  '': '',
  absent: '欠席',
  running: '受験中',
  marking: '採点中',
  self: '自己採点待ち',
  needs_look: '確認中(偏差値と順位は、確認のあとで出ます)',
  void: '無効',
};

/** 「確定 2027年6月11日 12:00 の集計」: the one version from which all numbers come. */
function versionWords({ cohort }: Report): string {
  if (!cohort) return '';
  const at = Date.parse(cohort.made_at ?? '');
  return `${kinds[cohort.kind]} 第${cohort.version}版 ${Number.isNaN(at) ? '' : `${sayMoment(at)}の集計`}`.trim();
}

function head(sheet: Sheet, { person, report, issuedAt }: ReportFacts): void {
  const top = sheet.y;
  use(sheet, { size: 24, weight: 'bold' }).text('成績表', column.left, top, {
    characterSpacing: 4,
    lineBreak: false,
  });
  line(sheet, versionWords(report), { top: top + 4, size: 9, weight: 'bold', align: 'right' });
  line(sheet, `発行 ${sayDay(issuedAt)}`, { top: top + 19, size: 8.5, color: colors.quiet, align: 'right' });
  sheet.y = top + 42;
  flow(sheet, report.name, { size: 13, weight: 'bold', gap: 2 });
  const whose = [
    person.name,
    person.grade,
    person.school,
    person.number === '' ? '' : `受験番号 ${person.number}`,
  ].filter((part) => part !== '');
  if (whose.length > 0) flow(sheet, whose.join('   '), { size: 10.5, gap: 2 });
  rule(sheet, colors.ink);
  sheet.y += 12;
}

type Numbers = Pick<
  SubjectReport,
  'score' | 'full' | 'average' | 'deviation' | 'standing' | 'rank' | 'takers' | 'top_percent'
>;

function cellsOf(name: string, numbers: Numbers): string[] {
  const { score, full, average, deviation, standing, rank, takers, top_percent } = numbers;
  const reference = standing === 'reference' && deviation !== null ? '(参考値)' : '';
  return [
    name,
    score === null ? '—' : `${score} / ${full}`,
    average === null ? '—' : tenth(average),
    `${deviation === null ? '—' : tenth(deviation)}${reference}`,
    rank === null ? '—' : `${rank} / ${takers}人`,
    top_percent === null ? '—' : `${top_percent}%`,
  ];
}

function noteOf({ note, regraded, late_sync, ended_by }: SubjectReport): string {
  return [
    notes[note],
    regraded ? `再採点 ${regraded.before}→${regraded.after}点(${regraded.reason})` : '',
    ended_by === 'time' ? '時間で終了' : '',
    late_sync ? '終了までの解答があとから届いたため、採点に入れています' : '',
  ]
    .filter((part) => part !== '')
    .join('・');
}

/** Why a sum or 判定 has no number. Facts that were kept by an older build do not have `waiting`. */
function missingWords(
  { missing, waiting = [] }: Pick<VerdictCard, 'missing'> & Partial<Pick<VerdictCard, 'waiting'>>,
  of: string,
): string {
  const lost = missing.filter((name) => !waiting.includes(name));
  if (lost.length > 0) return `${of}に必要な科目が不足しています(${lost.join('、')})`;
  return waiting.length > 0 ? `まだ点が決まっていない科目があります(${waiting.join('、')})` : '';
}

function numbers(sheet: Sheet, { subjects, totals }: Report): void {
  section(sheet, '得点と偏差値');
  const places = [0, 0.36, 0.5, 0.6, 0.75, 0.91, 1];
  const titles = ['科目', '得点 / 満点', '平均点', '偏差値', '順位', '上位'];
  const columns = titles.map((title, at) => ({
    title,
    from: places[at] ?? 0,
    to: places[at + 1] ?? 1,
    align: at === 0 ? ('left' as const) : ('right' as const),
  }));
  const sums = totals.map((total) => ({
    cells: cellsOf(`合計 ${total.name}`, total),
    note: missingWords(total, '合計'),
  }));
  const rows = subjects.map((subject) => ({ cells: cellsOf(subject.name, subject), note: noteOf(subject) }));
  table(sheet, columns, [...rows, ...sums]);
  sheet.y += 14;
}

function nextWords({ next }: VerdictCard): string {
  if (!next) return '';
  if (next.gains === null)
    return `いまの残りの点だけでは${next.to}判定に届きません。次の模試で差をつめましょう。`;
  const gains = next.gains.map(({ name, points }) => `${name}であと${points}点`).join('、');
  return gains === '' ? '' : `${gains}で${next.to}判定(ほかの人の点が同じなら)`;
}

function factsOf(card: VerdictCard): string {
  const { border, border_year, mine, difference, missing, naishin, applicant_rank, applicants } = card;
  if (missing.length > 0) return missingWords(card, '判定');
  return [
    border === null
      ? 'ボーダーが登録されていない志望校です'
      : `ボーダー ${border}${border_year === null ? '' : `(${border_year}年度)`}`,
    mine === null ? '' : `あなた ${tenth(mine)}`,
    difference === null ? '' : `差 ${signed(difference)}`,
    naishin ? `換算内申 ${naishin.points} / ${naishin.full}` : '',
    applicant_rank === null || applicants === 0 ? '' : `志望者の中で ${applicant_rank}位 / ${applicants}人`,
  ]
    .filter((part) => part !== '')
    .join('  ');
}

/** Height of a 志望, points; a little less when there are many, so that eight of them fit on the first page. */
const heightOf = (count: number) => (count > 5 ? 39 : 46);

function verdict(sheet: Sheet, card: VerdictCard, height: number): void {
  makeRoom(sheet, height);
  const [top, left] = [sheet.y, column.left + 48];
  sheet.roundedRect(column.left, top, 38, 34, 4).lineWidth(1.2).strokeColor(colors.ink).stroke();
  const letter = card.verdict ?? '—';
  line(sheet, letter, {
    top: top + 2,
    left: column.left,
    width: 38,
    size: 22,
    weight: 'bold',
    align: 'center',
  });
  const width = column.width - 48;
  const name = [`第${card.rank}志望`, card.school, card.faculty, card.method].filter(Boolean).join(' ');
  line(sheet, name, { top, left, width, size: 10, weight: 'bold' });
  line(sheet, factsOf(card), { top: top + 14, left, width, size: 8.5, color: colors.quiet });
  line(sheet, nextWords(card), { top: top + 25, left, width, size: 9, weight: 'bold' });
  sheet.y = top + height;
}

function verdicts(sheet: Sheet, cards: readonly VerdictCard[]): void {
  if (cards.length === 0) return;
  const height = heightOf(cards.length);
  makeRoom(sheet, 40 + height);
  section(sheet, '志望校の判定');
  for (const card of cards) verdict(sheet, card, height);
  flow(sheet, `判定は目安です。合格の可能性のめやす: ${scale}`, { size: 8, color: colors.quiet, gap: 8 });
}

function units(sheet: Sheet, { weak_units, subjects }: Report): void {
  if (weak_units.length === 0) return;
  makeRoom(sheet, 30 + 15 * weak_units.length);
  section(sheet, '伸ばしやすい単元');
  const nameOf = (id: string) => subjects.find((subject) => subject.id === id)?.name ?? '';
  for (const { name, subject, lost, lessons } of weak_units) {
    const lesson = lessons.length > 0 ? `  授業: ${lessons.map((one) => one.name).join('、')}` : '';
    flow(sheet, `${nameOf(subject)} ${name}  あと${lost}点${lesson}`, { size: 9.5, gap: 2 });
  }
  flow(sheet, '多くの人ができていて、点を落とした単元です。', { size: 8, color: colors.quiet, gap: 8 });
}

function change(sheet: Sheet, { previous, subjects }: Report): void {
  if (!previous) return;
  const parts = subjects.flatMap(({ id, name, deviation }) => {
    const before = previous.subjects.find((one) => one.id === id)?.deviation ?? null;
    return before === null || deviation === null ? [] : [`${name} ${signed(deviation - before)}`];
  });
  if (parts.length === 0) return;
  makeRoom(sheet, 44);
  section(sheet, `前回からの偏差値の変化(${previous.name})`);
  flow(sheet, parts.join('   '), { size: 9.5, gap: 8 });
}

function closing(sheet: Sheet, { report, hasNaishin }: ReportFacts): void {
  const isProvisional = report.cohort?.kind === 'provisional';
  makeRoom(sheet, 30);
  flow(
    sheet,
    [
      `この成績表の数字は、すべて「${versionWords(report)}」のものです。`,
      isProvisional ? '集計の途中のため、確定のときに変わることがあります。' : '',
      hasNaishin ? '' : '内申は載せていません。',
    ].join(''),
    { size: 8, color: colors.quiet },
  );
}

/** The same facts with 〓 in place of every letter that the font lacks: a name typed by hand may have any letter. */
async function withPrintable(facts: ReportFacts): Promise<ReportFacts> {
  const missing = new Set(await missingGlyphs(JSON.stringify(facts)));
  if (missing.size === 0) return facts;
  const tidy = (_: string, value: unknown) =>
    typeof value === 'string'
      ? [...value].map((letter) => (missing.has(letter) ? '〓' : letter)).join('')
      : value;
  return JSON.parse(JSON.stringify(facts, tidy)) as ReportFacts;
}

/**
 * 成績表 as PDF, A4, mostly two pages; its text can be selected and searched. Pure: the same facts give the same bytes.
 * Takes some tenths of a second of processor time, so a job calls it. Rejects when it cannot be drawn.
 */
export async function renderReport(given: ReportFacts): Promise<Uint8Array> {
  const facts = await withPrintable(given);
  const { report } = facts;
  const sheet = await openSheet(`成績表 ${report.name}`, 'コノマナビ', facts.issuedAt);
  head(sheet, facts);
  numbers(sheet, report);
  verdicts(sheet, report.verdicts);
  const shown = report.subjects.filter(({ histogram, score }) => score !== null && histogram.length > 0);
  if (shown.length > 0) {
    sheet.addPage();
    section(sheet, '得点の分布と単元');
    for (const subject of shown) drawBand(sheet, subject, shown.length > 5 ? 38 : 58);
  }
  units(sheet, report);
  change(sheet, report);
  closing(sheet, facts);
  return closeSheet(sheet, `成績表 ${report.name} ${versionWords(report)}`);
}
