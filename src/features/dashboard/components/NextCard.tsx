import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#contracts/study.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { texts } from '../texts.ts';
import styles from './HeroCard.module.css';

/** The lesson to open when there is none to continue: the very first one, or the next one of the last course. */
export function NextCard({ next, isFirst }: { next: Dashboard['next'][number]; isFirst: boolean }) {
  const { course, lesson, inventory } = next;
  return (
    <section className={styles.card} aria-labelledby="next">
      <div className={styles.thumb}>
        <CourseThumb name={course.name} src={course.thumbnail} eager={true} />
      </div>
      <div className={styles.body}>
        <h2 id="next" className={styles.label}>
          {isFirst ? texts.startHeading : texts.nextHeading}
        </h2>
        <p className={styles.lesson}>{lesson.name}</p>
        <p className={styles.course}>
          {[course.name, texts.nextLength(lesson.duration)].filter((fact) => fact !== '').join('・')}
        </p>
        <Link to={paths.lecture(inventory, { lesson: lesson.id })} className={styles.action}>
          <IconPlayerPlayFilled size={18} aria-hidden="true" />
          {texts.start}
        </Link>
      </div>
    </section>
  );
}
