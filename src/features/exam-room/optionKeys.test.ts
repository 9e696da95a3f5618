import { describe, expect, it } from 'vitest';
import type { Slot } from '#contracts/examContent.ts';
import { optionOfKey, slotOfKey } from './optionKeys.ts';

const options = (...values: string[]) => values.map((value) => ({ value }));
const choice = (id: string) => ({ id, kind: 'choice' }) as Slot;
const answered = (...slots: string[]) =>
  Object.fromEntries(slots.map((slot) => [slot, { v: '1', lo: 1, hi: 1, isDirty: false }]));

describe('row 79: a digit key', () => {
  it('marks the option that is shown and read with this number', () => {
    const fromZero = options('0', '1', '2', '3');
    expect([0, 1, 3, 4].map((digit) => optionOfKey(fromZero, digit)?.value)).toEqual([
      '0',
      '1',
      '3',
      undefined,
    ]);
    expect([1, 4, 0].map((digit) => optionOfKey(options('1', '2', '3', '4'), digit)?.value)).toEqual([
      ...['1', '4', undefined],
    ]);
  });

  it('0 is the tenth where there is no option 0', () => {
    const ten = options('1', '2', '3', '4', '5', '6', '7', '8', '9', '10');
    expect(optionOfKey(ten, 0)?.value).toBe('10');
  });

  it('counts options that have letters', () => {
    expect([1, 2].map((digit) => optionOfKey(options('a', 'b'), digit)?.value)).toEqual(['a', 'b']);
  });

  it('answers the choice with the focus, else the first without an answer, else the last', () => {
    const slots = [choice('10'), choice('11'), { ...choice('12'), kind: 'mark' } as Slot, choice('13')];
    const of = (cells: string[], focused: string | null) => slotOfKey(slots, answered(...cells), focused)?.id;
    expect(of(['10', '11'], '11')).toBe('11');
    expect(of(['10', '11'], null)).toBe('13');
    expect(of(['10'], '12')).toBe('11');
    expect(of(['10', '11', '13'], null)).toBe('13');
  });
});
