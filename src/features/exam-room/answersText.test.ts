import { expect, it } from 'vitest';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import { answersFileName, answersText } from './answersText.ts';

const at = Date.parse('2027-06-01T04:00:00Z');
const choice = (slot: string, label: string, section: string) => ({
  ...{ slot, kind: 'choice' as const, label },
  ...{ id: '問1', question: '問1', section },
});
const row = {
  id: '0b6c',
  examName: '第2回 共通テスト型模試',
  subjectName: '数学Ⅰ・A',
  startedAt: at,
  names: {
    slots: [
      choice('q1.1', '1', '第1問'),
      choice('q2.1', '1', '第2問'),
      choice('q2.2', '2', '第2問'),
      { ...choice('q3', '', '第2問'), kind: 'self' as const, question: '問2' },
    ],
    choices: [{ id: 'c', name: '選択問題', sections: { s2: '第2問', s3: '第3問' } }],
  },
};
const cell = (v: string, seconds: number, isDirty = false) => {
  const moment = at + seconds * 1000;
  return { v, lo: moment, hi: moment, isDirty };
};
const cells: LocalCells = {
  'q1.1': cell('1,3', 131),
  'q2.1': { ...cell('', 0), lo: 0, hi: 0, f: true },
  q3: cell('ひとつめ\nふたつめ', 600, true),
  'pick:c': cell('s2', 20),
};
const linesOf = (...args: Parameters<typeof answersText>) => answersText(...args).split('\r\n');

it('row 10: the answers are read by whoever has only the file: names of the paper, answers, times of Japan', () => {
  const text = answersText(row, cells, at + 3_600_000);
  expect(text).toContain('試験: 第2回 共通テスト型模試\r\n科目: 数学Ⅰ・A\r\n');
  expect(text).toContain('書き出した時刻: 2027年6月1日(火) 14:00:00\r\n時刻はすべて日本時間です。');
  expect(text).toContain('2件(このうち1件は、サーバーに届いたことを確かめられていません)');
  const lines = linesOf(row, cells, at);
  const from = lines.indexOf('第1問');
  expect(lines.slice(from)).toEqual([
    '第1問',
    '  問1 解答番号1: 1、3(2027年6月1日(火) 13:02:11)',
    '',
    '第2問',
    '  問1 解答番号1: 未解答',
    '  問1 解答番号2: 未解答',
    '  問2: ひとつめ',
    '    ふたつめ(2027年6月1日(火) 13:10:00・未送信)',
    '',
    '選択問題 選んだ大問: 第2問',
    '',
  ]);
  expect(text).not.toMatch(/q1\.1|pick:|\d{10}|[{}]/);
});

it('an answer without a name on the paper is not left out', () => {
  const { names: _, ...unnamed } = row;
  const lines = linesOf(unnamed, { 'q1.1': cell('3', 131) }, at);
  expect(lines).toContain('  q1.1: 3(2027年6月1日(火) 13:02:11)');
  expect(linesOf(row, { ...cells, 'q9.1': cell('4', 1) }, at).join()).toContain('そのほかの解答,  q9.1: 4');
});

it('the name of the file has no sign that a file system refuses', () => {
  expect(answersFileName(row)).toBe('解答の控え_数学Ⅰ・A.txt');
  expect(answersFileName({ subjectName: '英語 (R/L)' })).toBe('解答の控え_英語_(R_L).txt');
});
