import { describe, expect, it } from 'vitest';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { lastHere, opensAlone, whyUnlisted } from './model.ts';

const row = (id: string, change: Partial<AttemptRow>) =>
  ({ id, kind: 'english', practice: false, startedAt: 1, state: 'running', ...change }) as AttemptRow;

describe('what this device has of a test', () => {
  it('is its last attempt, practice apart; never that of another kind of exam with its number', () => {
    const rows = [
      row('first', { startedAt: 1 }),
      row('second', { startedAt: 3 }),
      row('practice', { startedAt: 5, practice: true }),
      row('mock', { startedAt: 7, kind: 'university' }),
    ];
    expect([lastHere(rows, false)?.id, lastHere(rows, true)?.id]).toEqual(['second', 'practice']);
    expect(lastHere(rows.slice(3), false)).toBeNull();
  });

  it('opens without the list if it goes on or is a receipt; whether a test is taken again, the list says', () => {
    const isOpen = (isReceipt: boolean) =>
      (['running', 'sealed', 'submitted'] as const).map((state) => opensAlone({ state }, isReceipt));
    expect(isOpen(false)).toEqual([true, true, false]);
    expect(isOpen(true)).toEqual([true, true, true]);
  });
});

describe('a test that is not in the list', () => {
  const list = { data: { results: [] }, error: null, isFetching: false, isStale: false };
  const error = new Error('500');

  it('is missing only when the list is the newest one', () => {
    expect(whyUnlisted(list, false)).toBe('none');
    expect(whyUnlisted({ ...list, isFetching: true }, false)).toBe('waiting');
    expect(whyUnlisted({ ...list, isStale: true }, false)).toBe('away');
    expect(whyUnlisted({ ...list, error }, false)).toBe('failed');
  });

  it('waits for a list that never came, until that has failed', () => {
    expect(whyUnlisted({ ...list, data: undefined, isFetching: true }, false)).toBe('waiting');
    expect(whyUnlisted({ ...list, data: undefined, error }, false)).toBe('failed');
  });

  it('may still be on this device while that is looked through', () => {
    for (const one of [list, { ...list, data: undefined, error }, { ...list, isStale: true }])
      expect(whyUnlisted(one, true)).toBe('waiting');
  });
});
