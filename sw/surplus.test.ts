import { expect, it } from 'vitest';
import { mostBytes, mostKept, surplusOf } from './surplus.ts';

const pages = (count: number, size: number) => Array.from({ length: count }, (_, at) => ({ at, size }));
const times = (list: { at: number }[]) => list.map(({ at }) => at).sort((one, other) => one - other);

it('leaves forty pages of a quarter of a megabyte where they are', () => {
  expect(surplusOf(pages(40, 256 * 1024))).toEqual([]);
});

it('lets go of what came longest ago when there are too many', () => {
  expect(times(surplusOf(pages(mostKept + 2, 10)))).toEqual([0, 1]);
});

it('lets go of what came longest ago when they take too much', () => {
  expect(times(surplusOf(pages(4, mostBytes / 2)))).toEqual([0, 1]);
  expect(times(surplusOf(pages(1, mostBytes + 1)))).toEqual([0]);
});
