import { describe, expect, it } from 'vitest';
import { reportSchema } from '#contracts/examResult.ts';
import { missingWords, shareText } from './model.ts';
import { texts } from './texts.ts';

const report = reportSchema.parse({
  status: 'published',
  exam: '7',
  name: '第1回 模試',
  kind: 'highschool',
  cohort: { kind: 'provisional', version: 1, made_at: null },
  subjects: [
    { id: 'a', name: '国語', score: 62, full: 100, deviation: 54.04, note: '', standing: 'shown' },
    { id: 'b', name: '英語', score: null, full: 100, deviation: null, note: 'absent' },
    { id: 'c', name: '数学', score: 40, full: 100, deviation: null, note: 'needs_look' },
  ],
  totals: [{ id: 't', name: '5教科', score: null, full: 500, deviation: null, missing: ['英語'] }],
  verdicts: [
    {
      rank: 1,
      school: '見本高校',
      faculty: '普通科',
      method: '',
      verdict: 'B',
      naishin: { points: 230, full: 300 },
    },
    { rank: 2, school: '自由入力の高校', verdict: null },
  ],
});

describe('why a sum or 判定 has no number', () => {
  const words = (missing: string[], waiting: string[]) => missingWords({ missing, waiting }, texts);

  it('names what was not taken, and says of what was taken that its number comes', () => {
    expect(words([], [])).toBeNull();
    expect(words(['数学', '英語'], ['英語'])).toBe(texts.missing('数学'));
    expect(words(['数学', '英語'], ['数学', '英語'])).toBe(texts.waiting('数学、英語'));
  });
});

describe('what is handed on of a result', () => {
  it('is what was taken and may be told, with its version', () => {
    expect(shareText(report, false)).toBe('第1回 模試(暫定)\n国語 62/100点 偏差値54.0');
  });

  it('has 判定 only when asked for, and never 内申', () => {
    const text = shareText(report, true);
    expect(text).toContain('第1志望 見本高校 普通科 B判定(目安)');
    expect(text).not.toMatch(/230|内申|自由入力/);
  });
});
