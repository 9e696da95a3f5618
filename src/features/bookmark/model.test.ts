import { describe, expect, it } from 'vitest';
import { type Bookmark, bookmarkSchema } from '#contracts/marks.ts';
import { overlayBookmarks, type PendingBookmark } from './model.ts';

function bookmark(course: string, isOn = true): Bookmark {
  return bookmarkSchema.parse({
    id: `b${course}`,
    course: { id: course, name: `講座${course}` },
    is_check: isOn,
  });
}

function pending(course: string, isOn: boolean): PendingBookmark {
  const view = { course: bookmark(course).course, inventory: null };
  return { courseId: course, isOn, view, at: '2026-04-10T00:00:00.000Z' };
}

const shown = (list: Bookmark[]) => list.map(({ course, is_check }) => [course.id, is_check]);

describe('overlayBookmarks', () => {
  const listed = [bookmark('1'), bookmark('2')];
  const anywhere = new Set(['1', '2', '3']);

  it('shows the last intent over what the server listed', () => {
    const changes = [pending('1', false), pending('2', false), pending('2', true)];
    expect(shown(overlayBookmarks(listed, changes, anywhere))).toEqual([
      ['1', false],
      ['2', true],
    ]);
  });

  it('puts new ones first, on the first page only', () => {
    const changes = [pending('8', true), pending('9', true)];
    expect(shown(overlayBookmarks(listed, changes, anywhere)).map(([id]) => id)).toEqual([
      '9',
      '8',
      '1',
      '2',
    ]);
    expect(shown(overlayBookmarks(listed, changes, 'not the first page')).map(([id]) => id)).toEqual([
      '1',
      '2',
    ]);
  });

  it('does not show one twice that another page lists', () => {
    expect(overlayBookmarks(listed, [pending('3', true)], anywhere)).toEqual(listed);
  });

  it('shows nothing of a bookmark that was put on and off again', () => {
    expect(overlayBookmarks([], [pending('9', true), pending('9', false)], new Set())).toEqual([]);
  });
});
