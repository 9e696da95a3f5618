import { useSearchParams } from 'react-router-dom';
import type { Favorite } from '#contracts/marks.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { CourseFilter } from '#shared/ui/CourseFilter.tsx';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { courseChoices, groupByCourse } from '../grouping.ts';
import { favoriteQuery } from '../model.ts';
import { texts } from '../texts.ts';
import { useFavoriteCourses } from '../useFavoriteCourses.ts';
import { useFavorites } from '../useFavorites.ts';
import { FavoriteRow } from './FavoriteRow.tsx';
import styles from './FavoriteScreen.module.css';

function Groups({ favorites }: { favorites: Favorite[] }) {
  return groupByCourse(favorites).map((group) => (
    <section key={group.id} className={styles.group} aria-labelledby={`favorites-${group.id}`}>
      <header className={styles.head}>
        <span className={styles.thumb}>
          <CourseThumb name={group.name} src={group.thumbnail} />
        </span>
        <h2 id={`favorites-${group.id}`} className={styles.course}>
          {group.name || texts.noCourse}
        </h2>
      </header>
      <ul className={styles.list}>
        {group.favorites.map((favorite) => (
          <li key={favorite.lesson.id}>
            <FavoriteRow favorite={favorite} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const action = isFiltered ? (
    <ActionLink to={paths.favorite()}>{texts.showAll}</ActionLink>
  ) : (
    <ActionLink to={paths.course()} look="primary">
      {texts.toLibrary}
    </ActionLink>
  );
  return (
    <EmptyState picture="star" title={isFiltered ? texts.emptyCourseTitle : texts.emptyTitle} action={action}>
      {texts.emptyBody}
    </EmptyState>
  );
}

/** The favorite lessons by course (product.md 2.3.E `/mypage/favorite`). `?course=` filters. */
export function FavoriteScreen() {
  const [address, setAddress] = useSearchParams();
  const course = address.get('course') ?? '';
  const list = useListAddress(favoriteQuery(course));
  const page = useFavorites(list.query, course);
  const courses = courseChoices(useFavoriteCourses(), course).map(({ id, name }) => ({
    id,
    name: name || texts.noCourse,
  }));
  const choose = (id: string) => setAddress(id ? { course: id } : {});
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={<CourseFilter courses={courses} chosen={course} onChoose={choose} />}
      />
      <PagedView mirror={page} list={list} empty={<Empty isFiltered={course !== ''} />}>
        {(view) => (
          <>
            <ListStatus mirror={page}>{texts.count(view.count)}</ListStatus>
            <div className={styles.groups}>
              <Groups favorites={view.items} />
            </div>
          </>
        )}
      </PagedView>
    </>
  );
}
