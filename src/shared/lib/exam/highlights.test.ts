import { describe, expect, it } from 'vitest';
import { hasMark, markAt, sentencesOf, styleOf, withMark, withoutSpan } from './highlights.ts';
import type { Highlight } from './rows.ts';

const mark = (from: number, to: number, style: Highlight['style'] = 1): Highlight => ({
  part: 'p:a',
  from,
  to,
  style,
});

describe('marks of a text', () => {
  it('grow together with their own kind, also where they only touch', () => {
    expect(withMark([mark(0, 5)], mark(5, 9))).toEqual([mark(0, 9)]);
    expect(withMark([mark(0, 5), mark(8, 12)], mark(3, 9))).toEqual([mark(0, 12)]);
  });

  it('lie over those of another kind, of which the rest stays', () => {
    expect(withMark([mark(0, 10)], mark(4, 6, 2))).toEqual([mark(0, 4), mark(4, 6, 2), mark(6, 10)]);
  });

  it('are taken away inside a stretch alone', () => {
    expect(withoutSpan([mark(0, 10), mark(12, 14, 2)], { from: 3, to: 13 })).toEqual([
      mark(0, 3),
      mark(13, 14, 2),
    ]);
  });

  it('of no length are none', () => {
    expect(withMark([mark(0, 2)], mark(5, 5))).toEqual([mark(0, 2)]);
  });

  it('never overlap, whatever is marked in whatever order', () => {
    let marks: Highlight[] = [];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const signs: number[] = Array.from({ length: 60 }, () => 0);
    for (let step = 0; step < 400; step += 1) {
      const from = random(60);
      const to = Math.min(60, from + 1 + random(12));
      const style = random(4) as 0 | 1 | 2 | 3;
      marks = style === 0 ? withoutSpan(marks, { from, to }) : withMark(marks, mark(from, to, style));
      signs.fill(style, from, to);
      expect(signs.map((_, at) => markAt(marks, at)?.style ?? 0)).toEqual(signs);
      expect(marks.every((one, at) => at === 0 || (marks[at - 1]?.to ?? 0) <= one.from)).toBe(true);
    }
  });

  it('tell what a stretch holds', () => {
    const marks = [mark(2, 6, 3)];
    expect(hasMark(marks, { from: 0, to: 3 })).toBe(true);
    expect(hasMark(marks, { from: 6, to: 8 })).toBe(false);
    expect(styleOf(marks, { from: 3, to: 6 })).toBe(3);
    expect(styleOf(marks, { from: 3, to: 7 })).toBeNull();
  });
});

describe('sentences', () => {
  const words = (text: string, breaks: number[] = []) =>
    sentencesOf(text, breaks).map(({ from, to }) => text.slice(from, to));

  it('end with their sign, a quotation with its bracket', () => {
    expect(words('春が来た。「もう来た。」と言う。そうか?')).toEqual([
      '春が来た。',
      '「もう来た。」と言う。',
      'そうか?',
    ]);
    expect(words('「行こう。」彼は立った。')).toEqual(['「行こう。」', '彼は立った。']);
  });

  it('of English end with a point before a blank, not within a number', () => {
    expect(words('It costs 3.5 dollars. Is that much? Yes.')).toEqual([
      'It costs 3.5 dollars.',
      'Is that much?',
      'Yes.',
    ]);
  });

  it('do not go over the end of a paragraph, and blanks are none', () => {
    expect(words('題名\n本文です。\n ', [3])).toEqual(['題名', '本文です。']);
  });
});
