import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * The tests of this `describe` run in a time zone, and the first of them says that they do.
 *
 * @param hour of day there at the epoch
 */
export function runsInZone(zone: string, hour: number): void {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it('really runs there', () => {
    expect(new Date(0).getHours()).toBe(hour);
  });
}
