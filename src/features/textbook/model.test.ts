import { expect, it } from 'vitest';
import { lessonOfPage, pagesOf } from './model.ts';

const lesson = (id: string, from: number | null, to: number | null = null) => ({
  id,
  textbook_page_from: from,
  textbook_page_to: to,
});

it('reads the pages of a lesson, one when no end is given', () => {
  expect(pagesOf(lesson('a', 3, 5))).toEqual({ from: 3, to: 5 });
  expect(pagesOf(lesson('a', 3))).toEqual({ from: 3, to: 3 });
  expect(pagesOf(lesson('a', 3, 1))).toEqual({ from: 3, to: 3 });
  expect(pagesOf(lesson('a', null))).toBeNull();
  expect(pagesOf(lesson('a', 0))).toBeNull();
});

it('finds the lesson of a page', () => {
  const lessons = [lesson('a', 2, 4), lesson('b', 4, 6), lesson('c', null)];
  expect(lessonOfPage(lessons, 3)?.id).toBe('a');
  expect(lessonOfPage(lessons, 4)?.id).toBe('b');
  expect(lessonOfPage(lessons, 1)).toBeNull();
});
