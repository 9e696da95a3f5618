import { describe, expect, it } from 'vitest';
import { bookmarkSchema } from '#contracts/marks.ts';
import { reparsed } from './reparse.ts';
import { readRow, rowVersion, stored } from './rows.ts';

describe('rows of other contracts', () => {
  it('count as not there for a first screen, until they are read again', () => {
    const old = {
      v: rowVersion - 1,
      saved_at: 5,
      value: { course: { id: 7, name: '数学' }, is_check: true },
    };
    expect(readRow(old)).toBeUndefined();
    const fresh = reparsed(old, bookmarkSchema);
    expect(fresh && readRow(fresh)).toMatchObject({ course: { id: '7', name: '数学' }, is_check: true });
    expect(fresh?.saved_at).toBe(5);
  });

  it('go when they cannot be read any more', () => {
    expect(reparsed({ v: 0, saved_at: 5, value: null }, bookmarkSchema)).toBeNull();
  });

  it('are read as they are when they are of today', () => {
    expect(readRow(stored({ any: 1 }, 5))).toEqual({ any: 1 });
    expect(readRow(undefined)).toBeUndefined();
  });
});
