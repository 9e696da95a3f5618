import { describe, expect, it } from 'vitest';
import { isLong, randomOrdersWithout, shareOfRemovals, untouchedBy } from './testing/tryRemoval.ts';

const { names, detected } = shareOfRemovals(0);

describe('guards of buying, the others', () => {
  it.each(names)('row 120: the guard of %s stands where it is taken out', (name) => {
    expect(untouchedBy(name)).toEqual([]);
  });

  it.runIf(isLong).each(detected)(
    'row 120: without the guard of %s random orders fail',
    async (name) => {
      expect(await randomOrdersWithout(name)).toMatch(/seed \d+: /);
    },
    900_000,
  );
});
