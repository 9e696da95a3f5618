import { Link } from 'react-router-dom';
import type { Bookmark } from '#contracts/marks.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatDuration } from '#shared/lib/text/format.ts';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { texts } from '../texts.ts';
import styles from './BookmarkRow.module.css';
import { BookmarkToggle } from './BookmarkToggle.tsx';

function factsOf({ course, inventory, is_check }: Bookmark): string[] {
  if (!is_check) return [texts.off];
  if (inventory === null) return [texts.notOwned];
  const lessons = course.lesson_count > 0 ? texts.lessons(course.lesson_count) : '';
  const facts = [course.subject?.name ?? course.category, lessons, formatDuration(course.duration_sum)];
  return facts.filter((fact) => fact !== '');
}

/** A bookmarked course: links to its lessons, or to its catalogue page if it is not bought. */
export function BookmarkRow({ bookmark }: { bookmark: Bookmark }) {
  const { course, inventory, is_check } = bookmark;
  return (
    <article className={styles.row} data-testid="bookmark-item" data-on={is_check}>
      <div className={styles.thumb}>
        <CourseThumb name={course.name} src={course.thumbnail} />
      </div>
      <div className={styles.body}>
        <h2 className={styles.name}>
          <Link
            to={inventory === null ? paths.catalogueCourse(course.id) : paths.lecture(inventory)}
            className={styles.link}
          >
            {course.name}
          </Link>
        </h2>
        <p className={styles.facts}>
          {factsOf(bookmark).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className={styles.mark}>
        <BookmarkToggle course={course} inventory={inventory} isOn={is_check} />
      </div>
    </article>
  );
}
