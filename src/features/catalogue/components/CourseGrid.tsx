import type { ReactNode } from 'react';
import type { CourseCard as Course } from '#contracts/catalogue.ts';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import type { RenderMark } from '../model.ts';
import card from './CourseCard.module.css';
import { CourseCard } from './CourseCard.tsx';
import styles from './CourseGrid.module.css';

/** How many cards may be visible when a page opens: their pictures are loaded at once. */
const inSight = 3;
/** How many are visible in the one-column layout of a phone. */
const inSightOnPhone = 2;

/** Courses of the catalogue as cards, in the order given. */
export function CourseGrid({
  courses,
  label,
  level = 2,
  isFirst = false,
  renderMark,
  renderBuy,
}: {
  courses: readonly Course[];
  label: string;
  level?: 2 | 3;
  /** It is at the top of its page. */
  isFirst?: boolean;
  renderMark?: RenderMark | undefined;
  renderBuy?: (course: Course) => ReactNode;
}) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {courses.map((course, place) => (
        <li key={course.id} data-below={isFirst && place >= inSightOnPhone ? 'phone' : undefined}>
          <CourseCard
            course={course}
            level={level}
            eager={isFirst && place < inSight}
            mark={renderMark?.(course)}
            buy={renderBuy?.(course)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Placeholders for the cards while they are loading. */
export function CourseGridSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: cards }, (_, place) => `card-${place}`).map((key) => (
        <div key={key} className={card.card}>
          <div className={`${card.thumb} ${styles.thumb}`} />
          <div className={card.head}>
            <div className={styles.lines}>
              <Skeleton width="45%" height="1.125rem" />
              <Skeleton width="90%" height="1.25rem" />
            </div>
          </div>
          <div className={card.rest}>
            <Skeleton height="0.875rem" />
            <Skeleton width="60%" height="0.875rem" />
            <Skeleton width="35%" height="1.25rem" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The same grid within a page of another feature. */
export function renderCourses(courses: readonly Course[], label: string) {
  return <CourseGrid courses={courses} label={label} level={3} />;
}
