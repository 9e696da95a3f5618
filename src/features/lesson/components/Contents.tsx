import { IconCheck, IconFileText, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Chapter, Course, LessonSummary } from '#contracts/course.ts';
import { type LessonMark, orderedCourse } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Contents.module.css';
import { FavoriteStar } from './FavoriteStar.tsx';
import { LevelSign } from './Understanding.tsx';

/** Longer courses open with only the current chapter unfolded. */
const unfoldedUpTo = 40;

type Props = {
  course: Course;
  marks: ReadonlyMap<string, LessonMark>;
  /** The lesson on screen. */
  currentId: string;
  /** Address of a lesson. */
  hrefOf: (lessonId: string) => string;
  /** A lesson was tapped; its link opens it. */
  onChoose: (lessonId: string) => void;
  onFavorite: (lesson: LessonSummary, isOn: boolean) => void;
  /** What the page shows above the lessons of a chapter. */
  renderChapter?: (chapter: Chapter) => ReactNode;
};

const noMark: LessonMark = { level: 0, isFavorite: false, isCompleted: false, rate: 0 };

/** The table of contents: chapters, units, lessons, and the learner's marks in each (product.md 2.3.F). */
export function Contents(props: Props) {
  const { course, currentId } = props;
  const chapters = orderedCourse(course);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-lesson="${CSS.escape(currentId)}"]`);
    if (row) showInList(row);
  }, [currentId]);
  if (chapters.length === 0) return <p className={styles.empty}>{texts.noLessons}</p>;
  const all = chapters.flatMap(lessonsOf).length;
  return (
    <div ref={list} className={styles.contents}>
      {chapters.map((chapter) => (
        <ChapterBlock key={chapter.id} chapter={chapter} isShort={all <= unfoldedUpTo} {...props} />
      ))}
    </div>
  );
}

/** Scrolls the list just far enough to show a row; never scrolls the page. */
function showInList(row: HTMLElement): void {
  let box = row.parentElement;
  while (box && box !== document.body && box.scrollHeight <= box.clientHeight) box = box.parentElement;
  if (!box || box === document.body) return;
  const { top, bottom } = box.getBoundingClientRect();
  const place = row.getBoundingClientRect();
  const middle = (top + bottom - place.height) / 2;
  if (place.top < top || place.bottom > bottom) box.scrollTop += place.top - middle;
}

function lessonsOf(chapter: Chapter): LessonSummary[] {
  return chapter.chapter_unit.flatMap((unit) => unit.unit_lesson);
}

function ChapterBlock({ chapter, isShort, ...props }: Props & { chapter: Chapter; isShort: boolean }) {
  const lessons = lessonsOf(chapter);
  const done = lessons.filter(({ id }) => props.marks.get(id)?.isCompleted).length;
  const isHere = lessons.some(({ id }) => id === props.currentId);
  return (
    <details className={styles.chapter} open={isShort || isHere}>
      <summary className={styles.summary}>
        <span className={styles.chapterName}>{chapter.name}</span>
        <span className={styles.done}>
          <span aria-hidden="true">{texts.chapterDone(done, lessons.length)}</span>
          <span className="visually-hidden">{texts.chapterDoneLabel(done, lessons.length)}</span>
        </span>
      </summary>
      {props.renderChapter?.(chapter)}
      {chapter.chapter_unit.map((unit) => (
        <section key={unit.id} className={styles.unit}>
          <h3 className={styles.unitName}>{unit.name}</h3>
          <ul className={styles.lessons}>
            {unit.unit_lesson.map((lesson) => (
              <LessonRow key={lesson.id} lesson={lesson} {...props} />
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

function LessonRow({
  lesson,
  marks,
  currentId,
  hrefOf,
  onChoose,
  onFavorite,
}: Props & { lesson: LessonSummary }) {
  const mark = marks.get(lesson.id) ?? noMark;
  const isCurrent = lesson.id === currentId;
  return (
    <li className={styles.row} data-current={isCurrent} data-lesson={lesson.id}>
      <Link
        to={hrefOf(lesson.id)}
        className={styles.link}
        aria-current={isCurrent ? 'true' : undefined}
        preventScrollReset={true}
        onClick={() => onChoose(lesson.id)}
      >
        <StateRing lesson={lesson} mark={mark} />
        <span className={styles.words}>
          <span className={styles.name}>{lesson.name}</span>
          <span className={styles.facts}>
            <span className="visually-hidden">{lesson.has_video ? texts.video : texts.text}</span>
            {texts.length(lesson.duration)}
            <LevelSign level={mark.level} />
          </span>
        </span>
      </Link>
      <FavoriteStar name={lesson.name} isOn={mark.isFavorite} onChange={(isOn) => onFavorite(lesson, isOn)} />
    </li>
  );
}

/** The type of the lesson in a progress ring; a tick when it is done. */
function StateRing({ lesson, mark }: { lesson: LessonSummary; mark: LessonMark }) {
  if (mark.isCompleted) {
    return (
      <span className={styles.ring} data-done="true">
        <IconCheck size={16} stroke={3} aria-hidden="true" />
        <span className="visually-hidden">{texts.completed}</span>
      </span>
    );
  }
  const share = Math.min(1, Math.max(0, mark.rate));
  return (
    <span className={styles.ring}>
      <svg className={styles.arc} viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="14" pathLength="100" />
        <circle cx="16" cy="16" r="14" pathLength="100" strokeDasharray={`${share * 100} 100`} />
      </svg>
      {lesson.has_video ? (
        <IconPlayerPlayFilled size={12} aria-hidden="true" />
      ) : (
        <IconFileText size={15} stroke={1.75} aria-hidden="true" />
      )}
      {share > 0 && <span className="visually-hidden">{texts.seen(share)}</span>}
    </span>
  );
}
