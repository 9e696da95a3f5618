import { Link } from 'react-router-dom';
import type { Report } from '#contracts/examResult.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examSession, unitSession } from '#shared/lib/review/sessionId.ts';
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

/**
 * The units with the most points to win, each with what to learn next. `exam`: whose units they are; `null`: of all
 * exams.
 */
export function WeakUnits({ exam, units }: { exam: string | null; units: Report['weak_units'] }) {
  if (units.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="weak">
      <h2 id="weak" className={styles.heading}>
        {texts.weak}
      </h2>
      <p>{texts.weakLead}</p>
      <ul className={styles.cards}>
        {units.map(({ id, name, subject, lost, lessons, cards }) => (
          <li key={`${subject}/${id}`} className={styles.card}>
            <h3>{name}</h3>
            <p className={styles.big}>{texts.lost(lost)}</p>
            {lessons.map((lesson) => (
              <LessonLink key={lesson.id} lesson={lesson} />
            ))}
            {cards > 0 && (
              <p>
                <Link to={paths.reviewSession(unitSession(subject, id))}>{texts.reviewUnit(name)}</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p>
        <ActionLink
          to={exam === null ? paths.review() : paths.reviewSession(examSession(exam))}
          look="primary"
        >
          {texts.toReview}
        </ActionLink>
      </p>
    </section>
  );
}
