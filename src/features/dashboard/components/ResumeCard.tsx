import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import type { Resume } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './HeroCard.module.css';

/** 「続きから」: one tap leads to the lesson and the second where the learner stopped (product.md 2.3.E). */
export function ResumeCard({ resume }: { resume: Resume }) {
  const { course, lesson, lesson_name, inventory, position, duration } = resume;
  return (
    <section className={styles.card} aria-labelledby="resume">
      <div className={styles.thumb}>
        <CourseThumb name={course.name} src={course.thumbnail} eager={true} />
      </div>
      <div className={styles.body}>
        <h2 id="resume" className={styles.label}>
          {texts.resumeHeading}
        </h2>
        <p className={styles.lesson}>{lesson_name}</p>
        <p className={styles.course}>{course.name}</p>
        <div className={styles.place}>
          <ProgressLine value={position} max={duration} label={texts.resumeProgress} />
          <span className={styles.clock}>{texts.resumePlace(position, duration)}</span>
        </div>
        <Link to={paths.lecture(inventory, { lesson, t: position })} className={styles.action}>
          <IconPlayerPlayFilled size={18} aria-hidden="true" />
          {texts.resume(position)}
        </Link>
      </div>
    </section>
  );
}
