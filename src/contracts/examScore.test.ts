import { describe, expect, it } from 'vitest';
import { holdsForAll } from '../../tests/properties.ts';
import type { AnswerKey, ScoringGroup } from './examKey.ts';
import { markSlots } from './examMarks.ts';
import { cefrOf, englishScale, fullOf, pickedSections, score, shareBy } from './examScore.ts';

type Fields = Omit<Partial<ScoringGroup>, 'slots'> & { kind?: ScoringGroup['slots'][number]['kind'] };

/** A group of the slots its keys name. */
function group(
  id: string,
  keys: Record<string, string[]>,
  { kind = 'choice', ...fields }: Fields = {},
): ScoringGroup {
  return {
    id,
    question: `q-${id}`,
    section: 's1',
    unit: 'u1',
    skill: '',
    slots: Object.keys(keys).map((slot) => ({ id: slot, kind })),
    rule: 'each',
    points: 2,
    keys,
    ...fields,
  };
}
const keyOf = (...groups: ScoringGroup[]): AnswerKey => ({ groups, choices: [] });
const points = (one: ScoringGroup, values: Record<string, string>, self = {}) =>
  score(keyOf(one), values, self).groups[0]?.points;

describe('scoring groups', () => {
  it('each: every slot for itself', () => {
    const each = group('g', { a: ['1'], b: ['2'], c: ['3'] });
    expect([
      points(each, { a: '1', b: '2', c: '3' }),
      points(each, { a: '1', b: '9' }),
      points(each, {}),
    ]).toEqual([6, 2, 0]);
  });

  it('all: 完答, every box must be right', () => {
    const all = group('g', { イ: ['-'], ウ: ['2'], エ: ['3'] }, { rule: 'all', points: 3, kind: 'mark' });
    expect(points(all, { イ: '-', ウ: '2', エ: '3' })).toBe(3);
    expect(points(all, { イ: '−', ウ: '2', エ: '３' })).toBe(3);
    expect(points(all, { イ: '-', ウ: '2' })).toBe(0);
  });

  it('set: 順不同, each key once', () => {
    const set = group('g', { a: ['1'], b: ['4'] }, { rule: 'set' });
    expect([
      points(set, { a: '4', b: '1' }),
      points(set, { a: '4', b: '4' }),
      points(set, { a: '1' }),
    ]).toEqual([4, 2, 2]);
  });

  it('ladder: points by the number that is right', () => {
    const ladder = group('g', { a: ['1'], b: ['2'] }, { rule: 'ladder', ladder: { 2: 5, 1: 2 } });
    expect([
      points(ladder, { a: '1', b: '2' }),
      points(ladder, { a: '1' }),
      points(ladder, { a: '9' }),
    ]).toEqual([5, 2, 0]);
    expect(fullOf(keyOf(ladder))).toBe(5);
  });

  it('multi: all and no other, or hits less wrong ones, floored', () => {
    const all = group('g', { a: ['1,3'] }, { rule: 'multi_all', points: 4 });
    expect([points(all, { a: '3,1' }), points(all, { a: '1' }), points(all, { a: '1,2,3' })]).toEqual([
      4, 0, 0,
    ]);
    const minus = group('g', { a: ['1,3,5'] }, { rule: 'multi_minus', points: 4 });
    expect([
      points(minus, { a: '1,3,5' }),
      points(minus, { a: '1,3' }),
      points(minus, { a: '1,3,2' }),
      points(minus, { a: '2,4' }),
    ]).toEqual([4, 2, 1, 0]);
  });

  it('accept: half credit for another key, of a slot or of the whole group', () => {
    const whole = group(
      'g',
      { a: ['1'], b: ['2'] },
      {
        rule: 'all',
        points: 4,
        accept: [{ keys: { a: ['1'], b: ['3'] }, points: 2 }],
      },
    );
    expect([points(whole, { a: '1', b: '3' }), points(whole, { a: '1', b: '2' })]).toEqual([2, 4]);
    const one = group('g', { a: ['1'], b: ['2'] }, { accept: [{ keys: { b: ['3'] }, points: 1 }] });
    expect(points(one, { a: '1', b: '3' })).toBe(3);
  });

  it('void: everybody in full, or out of the sum', () => {
    const values = { a: '9' };
    expect(points(group('g', { a: ['1'] }, { void: 'all_points' }), values)).toBe(2);
    const marked = score(keyOf(group('g', { a: ['1'] }, { void: 'exclude' }), group('h', { b: ['1'] })), {
      b: '1',
    });
    expect([marked.total, marked.full]).toEqual([2, 2]);
  });

  it('alternatives: an earlier key counts as well, and nobody loses a point', () => {
    const before = group('g', { a: ['1'] });
    const after = group('g', { a: ['2'] }, { alternatives: [{ keys: { a: ['1'] } }] });
    for (const value of ['1', '2', '3'])
      expect(points(after, { a: value }) ?? 0).toBeGreaterThanOrEqual(points(before, { a: value }) ?? 0);
    expect(points(after, { a: '2' })).toBe(2);
  });

  it('text is folded, numbers have a tolerance, わからない is answered and worth nothing', () => {
    const text = group('g', { a: ['New York', 'NY'] }, { kind: 'text' });
    expect([
      points(text, { a: '  Ｎｅｗ  York ' }),
      points(text, { a: 'NY' }),
      points(text, { a: 'new york' }),
    ]).toEqual([2, 2, 0]);
    const number = group('g', { a: ['3.1'] }, { kind: 'number', tolerance: 0.1 });
    expect(['３．２', '3.0', '3.21', '-3.1', '3.1.0'].map((a) => points(number, { a }))).toEqual([
      2, 2, 0, 0, 0,
    ]);
    const marked = score(keyOf(group('g', { a: ['?'] })), { a: '?' });
    expect(marked.groups[0]).toMatchObject({ points: 0, state: 'wrong' });
  });

  it('self: waits for the taker, never above what it is worth', () => {
    const own = group('g', { a: [] }, { rule: 'self', points: 10, kind: 'self' });
    expect(score(keyOf(own), { a: '本文' })).toMatchObject({
      pending: 1,
      total: 0,
      groups: [{ state: 'pending' }],
    });
    expect(points(own, { a: '本文' }, { g: 7 })).toBe(7);
    expect(points(own, { a: '本文' }, { g: 70 })).toBe(10);
    expect(score(keyOf(own), {})).toMatchObject({ pending: 0, groups: [{ state: 'empty' }] });
  });

  it('nothing is negative or above its full points, whatever is answered', () => {
    const rules = ['each', 'all', 'set', 'ladder', 'multi_all', 'multi_minus'] as const;
    holdsForAll((random) => {
      const value = () => ['', '1', '2', '1,2', '?', '-'][Math.floor(random() * 6)] ?? '';
      const rule = rules[Math.floor(random() * rules.length)] ?? 'each';
      const one = group('g', { a: ['1'], b: ['2'] }, { rule, points: 3, ladder: { 1: 1, 2: 3 } });
      const marked = score(keyOf(one), { a: value(), b: value() });
      expect(marked.total).toBeGreaterThanOrEqual(0);
      expect(marked.total).toBeLessThanOrEqual(marked.full);
      expect(Number.isInteger(marked.total)).toBe(true);
    });
  });
});

describe('選択問題', () => {
  const key: AnswerKey = {
    groups: [
      group('base', { x: ['1'] }),
      group('a', { a: ['1'] }, { section: 's2' }),
      group('b', { b: ['1'] }, { section: 's3' }),
      group('c', { c: ['1'] }, { section: 's4' }),
    ],
    choices: [{ id: 'late', choose: 2, of: ['s2', 's3', 's4'] }],
  };
  const all = { x: '1', a: '1', b: '1', c: '1' };

  it('counts what was picked alone, and full points of as many', () => {
    const marked = score(key, { ...all, 'pick:late': 's2,s4' });
    expect([marked.total, marked.full]).toEqual([6, 6]);
    expect(marked.groups[2]).toEqual({ points: 0, full: 0, state: 'unpicked' });
  });

  it('more than allowed counts in the order of the paper', () => {
    expect([...pickedSections(key, { ...all, 'pick:late': 's4,s3,s2' })]).toEqual(['s2', 's3']);
  });

  it('without a pick the first ones that were answered count', () => {
    expect([...pickedSections(key, { x: '1', b: '2', c: '1' })]).toEqual(['s3', 's4']);
    expect(score(key, { x: '1', b: '2', c: '1' }).total).toBe(4);
  });
});

it('slots are marked one by one where they count one by one', () => {
  const key = keyOf(
    group('g', { a: ['1'], b: ['2'] }),
    group('h', { c: ['1'], d: ['2'] }, { rule: 'all', points: 5 }),
  );
  expect(
    markSlots(key, { a: '1', b: '9', c: '1', d: '2' }).map(({ slot, state, points: p }) => [slot, state, p]),
  ).toEqual([
    ['a', 'right', 2],
    ['b', 'wrong', 0],
    ['c', 'right', 5],
    ['d', 'right', null],
  ]);
});

describe('順不同', () => {
  const marksOf = (fields: Fields, values: Record<string, string>) =>
    markSlots(keyOf(group('g', { a: ['1'], b: ['3'] }, { rule: 'set', ...fields })), values).map(
      ({ slot, state, points: p }) => [slot, state, p],
    );

  it('either slot may have either key, and one key counts once', () => {
    expect(marksOf({}, { a: '3', b: '1' })).toEqual([
      ['a', 'right', 2],
      ['b', 'right', 2],
    ]);
    expect(marksOf({}, { a: '3', b: '3' })).toEqual([
      ['a', 'right', 2],
      ['b', 'wrong', 0],
    ]);
    expect(marksOf({}, { b: '1' })).toEqual([
      ['a', 'empty', 0],
      ['b', 'right', 2],
    ]);
  });

  it('the slots have the points that the subject has, also by an earlier key, by half credit, and without any key', () => {
    const earlier = [{ keys: { a: ['1'], b: ['2'] } }];
    expect(marksOf({ alternatives: earlier }, { a: '2', b: '5' })).toEqual([
      ['a', 'right', 2],
      ['b', 'wrong', 0],
    ]);
    const half = { accept: [{ keys: { a: ['7'], b: ['8'] }, points: 1 }] };
    expect(marksOf(half, { a: '7', b: '8' })).toEqual([
      ['a', 'partial', 1],
      ['b', 'partial', null],
    ]);
    expect(marksOf({ void: 'all_points' }, { a: '9' })).toEqual([
      ['a', 'right', 2],
      ['b', 'right', 2],
    ]);
  });
});

it('the marks of the slots add up to the score of the subject, whatever is answered', () => {
  const rules = ['each', 'all', 'set', 'ladder', 'multi_all', 'multi_minus'] as const;
  holdsForAll((random) => {
    const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
    const rule = rules[Math.floor(random() * rules.length)] ?? 'each';
    const alternatives = random() < 0.5 ? [] : [{ keys: { a: ['3'], b: ['1'] } }];
    const key = keyOf(
      group('g', { a: ['1'], b: ['2'] }, { rule, points: 3, ladder: { 1: 1, 2: 3 }, alternatives }),
    );
    const values = { a: pick(['', '1', '2', '3', '?']), b: pick(['', '1', '2', '3', '1,2']) };
    const sum = markSlots(key, values).reduce((total, one) => total + (one.points ?? 0), 0);
    expect([rule, values, sum]).toEqual([rule, values, score(key, values).total]);
  });
});

it('shares are summed by unit, the English scale goes to 1000', () => {
  const key = keyOf(group('g', { a: ['1'] }), group('h', { b: ['1'] }, { unit: 'u2' }));
  expect(shareBy(key, score(key, { a: '1' }), 'unit')).toEqual([
    { id: 'u1', points: 2, full: 2 },
    { id: 'u2', points: 0, full: 2 },
  ]);
  expect([englishScale(17, 30), englishScale(30, 30), englishScale(0, 30)]).toEqual([567, 1000, 0]);
  expect([0, 199, 200, 567, 799, 800, 1000].map(cefrOf)).toEqual([
    'Pre-A1',
    'Pre-A1',
    'A1',
    'A2',
    'B1',
    'B2+',
    'B2+',
  ]);
});
