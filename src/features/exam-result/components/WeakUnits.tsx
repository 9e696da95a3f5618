import { Link } from 'react-router-dom';
import type { Report } from '#contracts/examResult.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import styles from './Result.module.css';

/** The course of a lesson on the question's topic. Owners can open it; others see what it costs. */
export function LessonLink({ lesson }: { lesson: Report['weak_units'][number]['lessons'][number] }) {
  if (lesson.course === null) return <p>{texts.toLesson(lesson.name)}</p>;
  return (
    <p>
      <Link to={paths.catalogueCourse(lesson.course)}>{texts.toLesson(lesson.name)}</Link>
    </p>
  );
}

/** The units with the most points to win, each with what to learn next. */
export function WeakUnits({ units }: { units: Report['weak_units'] }) {
  if (units.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="weak">
      <h2 id="weak" className={styles.heading}>
        {texts.weak}
      </h2>
      <p>{texts.weakLead}</p>
      <ul className={styles.cards}>
        {units.map(({ id, name, lost, lessons, cards }) => (
          <li key={id} className={styles.card}>
            <h3>{name}</h3>
            <p className={styles.big}>{texts.lost(lost)}</p>
            {lessons.map((lesson) => (
              <LessonLink key={lesson.id} lesson={lesson} />
            ))}
            {cards > 0 && (
              <p>
                <Link to={paths.review()}>{texts.cards(cards)}</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p>
        <ActionLink to={paths.review()} look="primary">
          {texts.toReview}
        </ActionLink>
      </p>
    </section>
  );
}
