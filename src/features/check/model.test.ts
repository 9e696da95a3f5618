import { expect, it } from 'vitest';
import { overlayChecks } from './model.ts';

it('shows the last mark of each lesson, and none where it was taken off', () => {
  const known = new Map([
    ['1', 3],
    ['2', 1],
  ]);
  const change = (lessonId: string, level: number) => ({ lessonId, level, course: 'c' });
  const levels = overlayChecks(known, [change('2', 0), change('3', 2), change('3', 1)]);
  expect([...levels]).toEqual([
    ['1', 3],
    ['3', 1],
  ]);
});
