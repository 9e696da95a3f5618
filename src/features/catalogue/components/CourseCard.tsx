import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CourseCard as Course } from '#contracts/catalogue.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { lastDayOnSale } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './CourseCard.module.css';
import { Price } from './Price.tsx';

/** A course of the catalogue. The whole card is one real link to its page. */
export function CourseCard({
  course,
  level = 2,
  eager = false,
  mark,
  buy,
}: {
  course: Course;
  /** Level of its heading. */
  level?: 2 | 3;
  eager?: boolean;
  /** The learner's controls for the course. */
  mark?: ReactNode;
  /** The button that puts it into the cart. */
  buy?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  const levelName = texts.level(course.level);
  const lastDay = lastDayOnSale(course);
  return (
    <article className={styles.card} data-testid="course-card">
      <div className={styles.thumb}>
        <CourseThumb name={course.name} src={course.thumbnail} eager={eager} />
      </div>
      <div className={styles.head}>
        <p className={styles.chips}>
          {course.subject && <Chip tone="blue">{course.subject.name}</Chip>}
          {levelName && <Chip>{levelName}</Chip>}
          {lastDay && <Chip tone="orange">{texts.soldUntil(lastDay)}</Chip>}
          {course.is_purchased && (
            <Chip tone="pink" icon={<IconCheck size={14} aria-hidden="true" />}>
              {course.is_expired ? texts.expired : texts.purchased}
            </Chip>
          )}
        </p>
        <Heading className={styles.name}>
          <Link to={paths.catalogueCourse(course.id)} className={styles.link}>
            {course.name}
          </Link>
        </Heading>
      </div>
      <div className={styles.rest}>
        <p className={styles.summary}>{course.summary}</p>
        <p className={styles.facts}>
          {course.grades.map(texts.grade).filter(Boolean).join('・')}
          <span>{texts.facts(course.lesson_count, course.duration_sum)}</span>
          {course.teachers.length > 0 && <span>{course.teachers.map(({ name }) => name).join('、')}</span>}
        </p>
        {buy ? (
          <div className={styles.foot}>
            <Price course={course} />
            {buy}
          </div>
        ) : (
          <Price course={course} />
        )}
      </div>
      {mark && <div className={styles.mark}>{mark}</div>}
    </article>
  );
}
