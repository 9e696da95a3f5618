import { describe, expect, it } from 'vitest';
import { bytesOf, isNews, pathOf, pointOf, withoutLinesAt } from './drawings.ts';

describe('a point', () => {
  it('is kept within the sheet, in whole units', () => {
    expect(pointOf(-3, 1200.4, 0.123)).toEqual([0, 1000, 0.12]);
  });

  it('that tells nothing is left out; the first one never', () => {
    expect(isNews([], [5, 5, 0.5])).toBe(true);
    expect(isNews([[5, 5, 0.5]], [6, 5, 0.5])).toBe(false);
    expect(isNews([[5, 5, 0.5]], [8, 5, 0.5])).toBe(true);
  });
});

describe('an eraser', () => {
  const across = [
    [0, 500, 0.5],
    [1000, 500, 0.5],
  ];
  const dot = [[100, 100, 0.5]];

  it('takes a line wherever it touches it, not only at its points', () => {
    expect(withoutLinesAt([across, dot], [480, 510], 16)).toEqual([dot]);
    expect(withoutLinesAt([across, dot], [480, 530], 16)).toEqual([across, dot]);
  });

  it('takes a dot', () => {
    expect(withoutLinesAt([across, dot], [110, 100], 16)).toEqual([across]);
  });
});

it('room is counted as it is kept', () => {
  expect(bytesOf([[[1, 2, 0.5]]])).toBe('[[[1,2,0.5]]]'.length);
});

it('an outline becomes a closed path; none is nothing', () => {
  expect(pathOf([])).toBe('');
  expect(
    pathOf([
      [0, 0],
      [10, 0],
      [10, 10],
    ]),
  ).toBe('M0 0Q0 0 5 0 10 0 10 5 10 10 5 5Z');
});
