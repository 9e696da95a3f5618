import type { Chapter } from '#contracts/course.ts';
import type { Scope } from '#features/download/components/KeepSheet.tsx';
import { GroupDownload, LessonDownload } from '#features/download/components/LessonDownload.tsx';
import { texts } from '#features/download/texts.ts';
import styles from './KeepButtons.module.css';
import type { Stage } from './useStage.ts';
import type { StudyCourse } from './useStudyCourse.ts';

function chapterScope({ name, chapter_unit: units }: Chapter): Scope {
  const lessons = units.flatMap(({ unit_lesson: list }) => list.map(({ id }) => id));
  return { name: 'chapter', label: name, lessons };
}

function courseScope({ item }: StudyCourse): Scope {
  return { name: 'course', label: item.course.name, lessons: null };
}

/** The button to keep the lesson on screen; its chapter and the course are offered with it. */
export function LessonKeep({ stage }: { stage: Stage }) {
  const { study, place } = stage;
  const { id, name } = place.lesson;
  if (study.isClosed) return null;
  const chapter = study.item.course.course_chapter.find((one) => chapterScope(one).lessons?.includes(id));
  const scopes: Scope[] = [
    { name: 'lesson', label: name, lessons: [id] },
    ...(chapter ? [chapterScope(chapter)] : []),
    courseScope(study),
  ];
  return <LessonDownload key={id} inventory={study.item.id} lesson={{ id, name }} scopes={scopes} />;
}

/** The button to keep all lessons of a chapter, in the table of contents. */
export function ChapterKeep({ study, chapter }: { study: StudyCourse; chapter: Chapter }) {
  if (study.isClosed) return null;
  return (
    <GroupDownload
      inventory={study.item.id}
      course={study.item.course.id}
      scope={chapterScope(chapter)}
      label={{ short: texts.keepChapter, full: texts.keepChapterLabel(chapter.name) }}
      className={styles.chapter}
    />
  );
}

/** The button to keep the whole course. */
export function CourseKeep({ study, className }: { study: StudyCourse; className?: string | undefined }) {
  if (study.isClosed) return null;
  return (
    <GroupDownload
      inventory={study.item.id}
      course={study.item.course.id}
      scope={courseScope(study)}
      label={{ short: texts.keepCourse, full: `${study.item.course.name}: ${texts.keepCourse}` }}
      isCompact={true}
      className={className}
    />
  );
}
