import { describe, expect, it } from 'vitest';
import { boardAt, boardsOf, scrollAfterZoom, steppedZoom, withinZoom } from './model.ts';

const board = (id: string, start_sec: number) => ({ id, start_sec, url: `/media/${id}.webp`, alt: id });
const boards = [board('a', 4), board('b', 30), board('c', 60.5)];

describe('the board at a second', () => {
  it.each([
    [0, 0],
    [4, 0],
    [29.9, 0],
    [29.96, 1],
    [30, 1],
    [60.4, 1],
    [999, 2],
  ])('second %s shows board %s', (second, index) => {
    expect(boardAt(boards, second)).toBe(index);
  });

  it('is none without boards', () => {
    expect(boardAt([], 10)).toBe(-1);
  });
});

describe('boards of a lesson', () => {
  const bundle = {
    id: '9',
    name: '',
    images: [
      { ...board('x', 9), lesson: '7' },
      { ...board('y', 1), lesson: '7' },
      { ...board('z', 0), lesson: '8' },
    ],
  };

  it('are those it names, in the order of the video', () => {
    const lesson = { id: '7', whiteboards: [board('c', 60), board('a', 4)] };
    expect(boardsOf(lesson, bundle).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('are those of the bundle when the lesson names none', () => {
    expect(boardsOf({ id: '7', whiteboards: [] }, bundle).map(({ id }) => id)).toEqual(['y', 'x']);
    expect(boardsOf({ id: '7', whiteboards: [] }, undefined)).toEqual([]);
  });
});

describe('zoom', () => {
  it('steps from wherever a pinch left it, within its ends', () => {
    expect(steppedZoom(1, 1)).toBe(1.5);
    expect(steppedZoom(1.7, 1)).toBe(2);
    expect(steppedZoom(1.7, -1)).toBe(1.5);
    expect(steppedZoom(4, 1)).toBe(4);
    expect(steppedZoom(1, -1)).toBe(1);
    expect(withinZoom(9)).toBe(4);
    expect(withinZoom(0.2)).toBe(1);
  });

  it('keeps the point under the fingers', () => {
    expect(scrollAfterZoom(0, 100, 2)).toBe(100);
    expect(scrollAfterZoom(100, 100, 0.5)).toBe(0);
  });
});
