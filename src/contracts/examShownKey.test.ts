import { describe, expect, it } from 'vitest';
import type { ScoringGroup } from './examKey.ts';
import { groupNotes, keyNotesSchema, printedKey, printedValue, shownKey, shownKeys } from './examShownKey.ts';

const base = { id: 'g', question: 'q', section: 's', unit: 'u', skill: '', points: 3 };
const groupOf = (rule: ScoringGroup['rule'], fields: Partial<ScoringGroup> = {}): ScoringGroup => ({
  ...base,
  rule,
  slots: [
    { id: 'a', kind: 'choice' },
    { id: 'b', kind: 'choice' },
  ],
  keys: { a: ['1'], b: ['3'] },
  ...fields,
});
const shown = (group: ScoringGroup) => [...shownKeys(group).values()];

describe('the key beside a slot', () => {
  it('is its own, and nothing more, where slots count one by one', () => {
    expect(shown(groupOf('each'))).toEqual([
      { key: '1', notes: [] },
      { key: '3', notes: [] },
    ]);
  });

  it('is every key of the group where the order is free', () => {
    const free = { key: '1・3', notes: ['any_order'] };
    expect(shown(groupOf('set'))).toEqual([free, free]);
    const ladder = { key: '1・3', notes: ['any_order', 'by_count'] };
    expect(shown(groupOf('ladder', { ladder: { 2: 3 }, anyOrder: true }))).toEqual([ladder, ladder]);
  });

  it('says where one wrong box costs the whole group', () => {
    expect(shown(groupOf('all')).map(({ notes }) => notes)).toEqual([['whole'], ['whole']]);
    const alone = groupOf('all', { slots: [{ id: 'a', kind: 'choice' }], keys: { a: ['1'] } });
    expect(shown(alone)).toEqual([{ key: '1', notes: [] }]);
  });

  it('says what else counts: an earlier key of this slot, or anything', () => {
    const corrected = groupOf('each', { alternatives: [{ keys: { a: ['2'], b: ['3'] } }] });
    expect(shown(corrected).map(({ notes }) => notes)).toEqual([['earlier'], []]);
    expect(shown(groupOf('all', { void: 'all_points' })).map(({ notes }) => notes)).toEqual([
      ['all_points'],
      ['all_points'],
    ]);
  });

  it('is known from what a paper says of its groups, for a card of the review', () => {
    const set = { rule: 'set', slots: ['a', 'b'] };
    expect(shownKey(set, 'b', { a: '1', b: '3' })).toBe('1・3');
    expect(shownKey({ ...set, rule: 'all' }, 'b', { a: '1', b: '3' })).toBe('3');
    expect([set, { ...set, rule: 'all' }, { rule: 'set', slots: ['a'] }].map(groupNotes)).toEqual([
      ['any_order'],
      ['whole'],
      [],
    ]);
  });
});

it('options are printed with Japanese commas, words and what was typed stay as they are', () => {
  expect([printedKey(['1,3'], 'choice'), printedKey(['NY', 'New York'], 'text')]).toEqual([
    '1、3',
    'NY / New York',
  ]);
  expect([printedValue('1,3', 'choice'), printedValue('1,3', 'text')]).toEqual(['1、3', '1,3']);
});

it('a note that is not known is left out on the wire', () => {
  expect(keyNotesSchema.parse(['whole', 'new'])).toEqual(['whole']);
  expect(keyNotesSchema.parse(undefined)).toEqual([]);
});
