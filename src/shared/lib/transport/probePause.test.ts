import { describe, expect, it } from 'vitest';
import { pauseBefore } from './probePause.ts';

describe('pause before the next probe', () => {
  it('grows while nothing answers', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6, 60].map((round) =>
      pauseBefore({ isMaintenance: false, round }, 0.9),
    );
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 60_000, 60_000, 60_000]);
  });

  it.each([
    [undefined, 48_000, 60_000, 72_000],
    [120, 96_000, 120_000, 144_000],
    [3600, 240_000, 300_000, 360_000],
    [0, 1_600, 2_000, 2_400],
  ])('in maintenance with Retry-After %s it lies between %i and %i', (retryAfter, least, middle, most) => {
    const at = (chance: number) => pauseBefore({ isMaintenance: true, round: 9, retryAfter }, chance);
    expect([at(0), at(0.5), at(1)]).toEqual([least, middle, most]);
  });
});
