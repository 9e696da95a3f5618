import type { Favorite } from '#contracts/marks.ts';

/** Favorites of one course. */
export type FavoriteGroup = { id: string; name: string; thumbnail: string | null; favorites: Favorite[] };

/** Groups favorites by course: courses in the order of their first favorite, lessons in their order. */
export function groupByCourse(favorites: readonly Favorite[]): FavoriteGroup[] {
  const groups = new Map<string, FavoriteGroup>();
  for (const favorite of favorites) {
    const { id, name, thumbnail } = favorite.lesson.course;
    const group = groups.get(id) ?? { id, name, thumbnail, favorites: [] };
    group.favorites.push(favorite);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** A course to filter by. */
export type CourseChoice = { id: string; name: string };

/** The courses of the favorites on the device, without duplicates, by name; the chosen one stays in the list. */
export function courseChoices(known: readonly CourseChoice[], chosen: string): CourseChoice[] {
  const byId = new Map(known.filter((course) => course.id !== '').map((course) => [course.id, course]));
  if (chosen !== '' && !byId.has(chosen)) byId.set(chosen, { id: chosen, name: '' });
  const order = new Intl.Collator('ja', { numeric: true });
  return [...byId.values()].sort((one, other) => order.compare(one.name, other.name));
}
