import type { Ref } from 'react';
import { FavoriteStar } from '#features/lesson/components/FavoriteStar.tsx';
import { Understanding } from '#features/lesson/components/Understanding.tsx';
import { FreshnessLine } from '#shared/ui/FreshnessLine.tsx';
import styles from './LessonHeading.module.css';
import { LessonSync } from './LessonSync.tsx';
import { texts } from './studyTexts.ts';
import { useIsWide } from './useIsWide.ts';
import type { Stage } from './useStage.ts';

/** Name of the lesson and its place in the course, its star and its 理解度. */
export function LessonHeading({ stage, heading }: { stage: Stage; heading: Ref<HTMLHeadingElement> }) {
  const { study, place } = stage;
  const { lesson, chapter, unit } = place;
  const mark = study.marks.get(lesson.id);
  const isWide = useIsWide();
  return (
    <div className={styles.heading}>
      <div className={styles.names}>
        <div className={styles.place}>
          <p className={styles.trail}>
            {chapter}
            <span aria-hidden="true"> › </span>
            {unit}
          </p>
          {!isWide && study.staleSince !== null && <FreshnessLine savedAt={study.staleSince} />}
        </div>
        <div className={styles.line}>
          <h2 ref={heading} className={styles.title} tabIndex={-1}>
            {lesson.name}
          </h2>
          <FavoriteStar
            name={lesson.name}
            isOn={mark?.isFavorite === true}
            onChange={(isOn) => study.setFavorite(lesson, isOn)}
          />
        </div>
        <LessonSync lessonId={lesson.id} />
      </div>
      <div className={styles.understanding} data-print="hide">
        <p className={styles.question} aria-hidden="true">
          {texts.understandingLead}
        </p>
        <Understanding level={mark?.level ?? 0} onChange={(level) => study.setLevel(lesson, level)} />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {texts.opened(lesson.name)}
      </p>
    </div>
  );
}
