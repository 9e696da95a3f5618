import { describe, expect, it } from 'vitest';
import { emptyBitmap, hasBit, missingBits, withBit } from './bitmap.ts';

describe('the bitmap of pieces', () => {
  it('has room for every piece, and begins empty', () => {
    expect([0, 1, 8, 9, 70].map((count) => emptyBitmap(count).length)).toEqual([0, 1, 1, 2, 9]);
    expect(missingBits(emptyBitmap(3), 3)).toEqual([0, 1, 2]);
  });

  it('sets and clears one piece and leaves the others and the old bitmap alone', () => {
    const empty = emptyBitmap(20);
    const two = withBit(withBit(empty, 7, true), 8, true);
    expect([6, 7, 8, 9].map((n) => hasBit(two, n))).toEqual([false, true, true, false]);
    const one = withBit(two, 7, false);
    expect(missingBits(one, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(hasBit(two, 7)).toBe(true);
    expect(missingBits(empty, 20)).toHaveLength(20);
  });

  it('says of pieces beyond its end that they are missing', () => {
    expect(hasBit(emptyBitmap(8), 100)).toBe(false);
  });
});
