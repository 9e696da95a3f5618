import { describe, expect, it } from 'vitest';
import { holdsForAll } from './properties.ts';
import { seededRandom } from './seededRandom.ts';

describe('a property', () => {
  it('is tried on as many cases as the run asks for, each another', () => {
    const seen = new Set<number>();
    holdsForAll((random) => seen.add(random()));
    expect(seen.size).toBe(Number(process.env.PROPERTY_CASES ?? 200));
    expect(seen.size).toBeGreaterThanOrEqual(200);
  });

  it('that does not hold is told with the seed that repeats the case', () => {
    const isSmall = (random: () => number) => expect(random()).toBeLessThan(0.9);
    let said = '';
    try {
      holdsForAll(isSmall);
    } catch (error) {
      said = String(error);
    }
    const seed = Number(/seed (\d+):/.exec(said)?.[1]);
    expect(() => isSmall(seededRandom(seed))).toThrow();
  });
});
