import { describe, expect, it } from 'vitest';
import { type Favorite, favoriteSchema } from '#contracts/marks.ts';
import { favoriteQuery, overlayFavorites, type PendingFavorite } from './model.ts';

function favorite(lesson: string): Favorite {
  return favoriteSchema.parse({ id: `f${lesson}`, lesson: { id: lesson, name: `授業${lesson}` } });
}

function pending(lesson: string, isOn: boolean): PendingFavorite {
  return { lessonId: lesson, isOn, view: { lesson: favorite(lesson).lesson, inventory: null }, at: '' };
}

const shown = (list: Favorite[]) => list.map(({ lesson }) => lesson.id);

describe('overlayFavorites', () => {
  const listed = [favorite('1'), favorite('2')];
  const anywhere = new Set(['1', '2', '3']);

  it('takes removed ones out and puts them back when the learner changes their mind', () => {
    expect(shown(overlayFavorites(listed, [pending('1', false)], anywhere))).toEqual(['2']);
    expect(shown(overlayFavorites(listed, [pending('1', false), pending('1', true)], anywhere))).toEqual([
      '1',
      '2',
    ]);
  });

  it('puts new ones first, on the first page only, and none twice', () => {
    const changes = [pending('9', true), pending('3', true)];
    expect(shown(overlayFavorites(listed, changes, anywhere))).toEqual(['9', '1', '2']);
    expect(shown(overlayFavorites(listed, changes, 'not the first page'))).toEqual(['1', '2']);
  });
});

describe('favoriteQuery', () => {
  it('filters by course as the specification names it', () => {
    expect(favoriteQuery('12')).toBe('lesson__unit__chapter__course=12');
    expect(favoriteQuery()).toBe('');
  });
});
