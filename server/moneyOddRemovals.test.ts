import { describe, expect, it } from 'vitest';
import {
  isLong,
  randomOrdersWithout,
  rulesDetected,
  shareOfRemovals,
  untouchedBy,
} from './testing/tryRemoval.ts';

const { names, detected } = shareOfRemovals(1);

describe('guards of buying, every other one', () => {
  it.each(names)('row 120: the guard of %s stands where it is taken out', (name) => {
    expect(untouchedBy(name)).toEqual([]);
  });

  it('row 120: R2, R4 and R5 have one each at least', () => {
    expect(rulesDetected).toEqual(expect.arrayContaining(['R2', 'R4', 'R5']));
  });

  it.runIf(isLong).each(detected)(
    'row 120: without the guard of %s random orders fail',
    async (name) => {
      expect(await randomOrdersWithout(name)).toMatch(/seed \d+: /);
    },
    900_000,
  );
});
