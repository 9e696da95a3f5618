import { IconChevronLeft, IconChevronRight, IconListDetails } from '@tabler/icons-react';
import type { LessonPlace } from '#features/lesson/model.ts';
import styles from './LessonSteps.module.css';
import { texts } from './studyTexts.ts';
import type { Stage } from './useStage.ts';

type Props = { stage: Stage; onGo: (place: LessonPlace) => void };

/** Links to the lessons before and after, at the end of the text. */
export function LessonSteps({ stage: { previous, next }, onGo }: Props) {
  return (
    <nav className={styles.steps} aria-label={`${texts.previous}・${texts.next}`} data-print="hide">
      {previous && (
        <button type="button" className={styles.step} onClick={() => onGo(previous)}>
          <IconChevronLeft size={22} aria-hidden="true" />
          <span className={styles.words}>
            <span className={styles.label}>{texts.previous}</span>
            {previous.lesson.name}
          </span>
        </button>
      )}
      {next && (
        <button type="button" className={`${styles.step} ${styles.forward}`} onClick={() => onGo(next)}>
          <span className={styles.words}>
            <span className={styles.label}>{texts.next}</span>
            {next.lesson.name}
          </span>
          <IconChevronRight size={22} aria-hidden="true" />
        </button>
      )}
    </nav>
  );
}

/** The same at the bottom of a phone, with the table of contents, in reach of the thumb. */
export function StudyDock({ stage, onGo, onContents }: Props & { onContents: () => void }) {
  const { study, place, previous, next } = stage;
  return (
    <nav className={styles.dock} aria-label={texts.contents} data-study-dock="" data-print="hide">
      <button
        type="button"
        className={styles.arrow}
        disabled={!previous}
        aria-label={previous ? texts.previousOf(previous.lesson.name) : texts.previous}
        onClick={() => previous && onGo(previous)}
      >
        <IconChevronLeft size={24} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles.contents}
        aria-haspopup="dialog"
        aria-label={texts.openContents(place.number, study.places.length)}
        onClick={onContents}
      >
        <IconListDetails size={20} stroke={1.75} aria-hidden="true" />
        {texts.contents}
        <span className={styles.number}>{texts.number(place.number, study.places.length)}</span>
      </button>
      <button
        type="button"
        className={styles.arrow}
        disabled={!next}
        aria-label={next ? texts.nextOf(next.lesson.name) : texts.next}
        onClick={() => next && onGo(next)}
      >
        <IconChevronRight size={24} aria-hidden="true" />
      </button>
    </nav>
  );
}
