import { describe, expect, it } from 'vitest';
import { type Report, reportSchema } from '#contracts/examResult.ts';
import type { ReportFacts } from '../db/schema/examResult.ts';
import { textOfPdf } from '../testing/pdfText.ts';
import { renderReport } from './reportPaper.ts';

const names = ['国語', '数学Ⅰ・A', '英語リーディング', '英語リスニング', '情報Ⅰ'];
const units = ['二次関数', '図形と計量', 'データの分析', '場合の数と確率', '図形の性質'];

const subjectOf = (name: string, at: number) => ({
  id: `s${at}`,
  name,
  attempt: String(at),
  score: 62 + at,
  full: 100,
  average: 55.5,
  deviation: 54.04 + at,
  standing: 'shown',
  rank: 301,
  takers: 1200,
  top_percent: 26,
  note: '',
  ended_by: 'user',
  histogram: Array.from({ length: 10 }, (_, step) => ({
    from: step * 11,
    to: step * 11 + 10,
    count: [4, 20, 66, 140, 230, 280, 240, 140, 60, 20][step],
    is_mine: step === 5,
  })),
  units: units.map((unit, place) => ({ id: unit, name: unit, points: 4 * place, full: 20, rate: place / 5 })),
  regraded: at === 1 ? { before: 62, after: 65, reason: '問3の正解を訂正', at: null } : null,
});

const cardOf = (rank: number, verdict: string | null, more: object = {}) => ({
  rank,
  school: '見本大学',
  faculty: '理学部',
  method: '前期日程',
  border: 55,
  border_year: 2027,
  mine: 53.1,
  difference: -1.9,
  verdict,
  applicant_rank: 12,
  applicants: 80,
  next: verdict === 'A' ? null : { to: 'C', gains: [{ id: 's0', name: '国語', points: 9 }], alone: [] },
  ...more,
});

const report = (change: object = {}): Report =>
  reportSchema.parse({
    status: 'published',
    report_at: null,
    exam: '7',
    name: '第1回 共通テスト型模試',
    kind: 'university',
    cohort: { kind: 'frozen', version: 4, made_at: '2027-06-11T03:00:00Z' },
    versions: [],
    totals: [{ ...subjectOf('5教科', 9), name: '5教科', score: 320, full: 500, missing: [] }],
    subjects: names.map(subjectOf),
    verdicts: [cardOf(1, 'D'), cardOf(2, 'A'), cardOf(3, null, { missing: ['地理'] })],
    weak_units: [
      {
        id: 'u',
        name: '二次関数',
        subject: 's1',
        lost: 12,
        lessons: [{ id: '1', name: '最大・最小', course: '2' }],
        cards: 3,
      },
    ],
    previous: { exam: '6', name: '第0回 模試', subjects: [{ id: 's0', deviation: 52 }] },
    published_at: null,
    ...change,
  });

const facts = (change: Partial<ReportFacts> = {}): ReportFacts => ({
  person: { name: '髙﨑 𠮷乃', grade: '高校3年', school: '見本高校', number: '007-000012' },
  report: report(),
  hasNaishin: false,
  issuedAt: Date.parse('2027-06-12T09:00:00+09:00'),
  ...change,
});

const textOf = async (of: ReportFacts) => (await textOfPdf(await renderReport(of))).join('');

describe('a 成績表 on paper', () => {
  it('says scores, places, 判定 with the way up, units and the version, as text on two pages', async () => {
    const pages = await textOfPdf(await renderReport(facts()));
    expect(pages).toHaveLength(2);
    const text = pages.join('');
    for (const words of [
      '成績表',
      '第1回共通テスト型模試',
      '髙﨑𠮷乃',
      '高校3年',
      '受験番号007-000012',
      '確定第4版2027年6月11日12:00の集計',
      '国語62/10055.554.0301/1200人26%',
      '合計5教科320/500',
      '再採点62→65点(問3の正解を訂正)',
      '第1志望見本大学理学部前期日程',
      'ボーダー55(2027年度)あなた53.1差−1.9志望者の中で12位/80人',
      '国語であと9点でC判定(ほかの人の点が同じなら)',
      '判定に必要な科目が不足しています(地理)',
      '判定は目安です。',
      '前回からの偏差値の変化(第0回模試)',
      '国語+2.0',
      'あなた',
      '場合の数と確率12/20',
      '数学Ⅰ・A二次関数あと12点授業:最大・最小',
      '内申は載せていません。',
    ])
      expect(text).toContain(words);
  });

  it('draws the distribution as shapes: other scores are another drawing with the same words', async () => {
    const flat = report();
    for (const subject of flat.subjects) for (const step of subject.histogram) step.count = 1;
    const [one, other] = [await renderReport(facts()), await renderReport(facts({ report: flat }))];
    expect(await textOfPdf(one)).toEqual(await textOfPdf(other));
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
  });

  it('is the same bytes for the same facts, and small', async () => {
    const one = facts();
    const [first, again] = [await renderReport(one), await renderReport(structuredClone(one))];
    expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true);
    expect(first.length).toBeLessThan(150_000);
  });

  it('tells that numbers are provisional, and why one is not there', async () => {
    const [first, ...others] = report().subjects;
    const text = await textOf(
      facts({
        report: report({
          cohort: { kind: 'provisional', version: 1, made_at: '2027-06-02T03:00:00Z' },
          subjects: [
            { ...first, score: null, deviation: null, rank: null, top_percent: null, note: 'absent' },
            ...others,
          ],
        }),
      }),
    );
    expect(text).toContain('暫定第1版');
    expect(text).toContain('確定のときに変わることがあります。');
    expect(text).toContain('欠席');
  });

  it('has place for eight 志望 and long names, and a letter nobody can print does not stop it', async () => {
    const cards = Array.from({ length: 8 }, (_, at) =>
      cardOf(at + 1, 'B', { school: `とても長い名前の${'大'.repeat(60)}学` }),
    );
    const pages = await textOfPdf(
      await renderReport(
        facts({ report: report({ verdicts: cards }), person: { ...facts().person, name: '山田😀' } }),
      ),
    );
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('第8志望');
    expect(pages[0]).toContain('山田〓');
  });
});
