import { IconFileText, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { CourseDetail } from '#contracts/catalogue.ts';
import type { Chapter, LessonSummary } from '#contracts/course.ts';
import { formatDuration } from '#shared/lib/text/format.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { courseTexts } from '../courseTexts.ts';
import styles from './Contents.module.css';
import { sampleId } from './SampleLesson.tsx';

/** Longer courses open with only the first chapter unfolded. */
const unfoldedUpTo = 40;

/** The table of contents before buying: every lesson with its length, and which one is free. */
export function Contents({ course }: { course: CourseDetail }) {
  const isShort = course.lesson_count <= unfoldedUpTo;
  return (
    <div className={styles.contents}>
      {course.course_chapter.map((chapter, place) => (
        <ChapterBlock
          key={chapter.id}
          chapter={chapter}
          isOpen={isShort || place === 0}
          sample={course.sample?.id ?? null}
        />
      ))}
    </div>
  );
}

function ChapterBlock({
  chapter,
  isOpen,
  sample,
}: {
  chapter: Chapter;
  isOpen: boolean;
  sample: string | null;
}) {
  const count = chapter.chapter_unit.reduce((sum, unit) => sum + unit.unit_lesson.length, 0);
  return (
    <details className={styles.chapter} open={isOpen}>
      <summary className={styles.summary}>
        <span className={styles.chapterName}>{chapter.name}</span>
        <span className={styles.count}>{courseTexts.lessons(count)}</span>
      </summary>
      {chapter.chapter_unit.map((unit) => (
        <section key={unit.id} className={styles.unit}>
          <h3 className={styles.unitName}>{unit.name}</h3>
          <ul className={styles.lessons}>
            {unit.unit_lesson.map((lesson) => (
              <LessonRow key={lesson.id} lesson={lesson} isSample={lesson.id === sample} />
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

function LessonRow({ lesson, isSample }: { lesson: LessonSummary; isSample: boolean }) {
  const Icon = lesson.has_video ? IconPlayerPlayFilled : IconFileText;
  return (
    <li className={styles.lesson}>
      <Icon className={styles.icon} size={16} aria-hidden="true" />
      <span className="visually-hidden">{lesson.has_video ? courseTexts.video : courseTexts.reading}</span>
      <span className={styles.name}>
        {isSample ? (
          <a href={`#${sampleId}`} className={styles.link}>
            {lesson.name}
          </a>
        ) : (
          lesson.name
        )}
        {isSample && <Chip tone="pink">{courseTexts.lessonFree}</Chip>}
      </span>
      <span className={styles.length}>{formatDuration(lesson.duration)}</span>
    </li>
  );
}
