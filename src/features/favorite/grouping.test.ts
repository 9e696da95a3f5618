import { describe, expect, test } from 'vitest';
import { favoriteSchema } from '#contracts/marks.ts';
import { courseChoices, groupByCourse } from './grouping.ts';

const favorite = (lesson: string, course: string) =>
  favoriteSchema.parse({
    id: lesson,
    lesson: { id: lesson, name: lesson, course: { id: course, name: course } },
  });

describe('groupByCourse', () => {
  test('keeps the order of first appearance', () => {
    const groups = groupByCourse([favorite('1', 'b'), favorite('2', 'a'), favorite('3', 'b')]);
    expect(groups.map((group) => [group.id, group.favorites.map((one) => one.lesson.id)])).toEqual([
      ['b', ['1', '3']],
      ['a', ['2']],
    ]);
  });

  test('lessons without a course share a group', () => {
    const bare = favoriteSchema.parse({ id: 1, lesson: { id: 1, name: 'x' } });
    expect(groupByCourse([bare, bare])).toHaveLength(1);
  });
});

test('choices are unique, named, in order, and keep what is chosen', () => {
  const known = [
    { id: '2', name: '数学' },
    { id: '1', name: '英語' },
    { id: '2', name: '数学' },
    { id: '', name: '' },
  ];
  expect(courseChoices(known, '').map((course) => course.id)).toHaveLength(2);
  expect(courseChoices(known, '9').some((course) => course.id === '9')).toBe(true);
});
