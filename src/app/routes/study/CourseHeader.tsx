import { IconBookmark, IconBookmarkFilled, IconLayoutColumns } from '@tabler/icons-react';
import { CourseChips } from '#features/library/components/CourseCard.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { FreshnessLine } from '#shared/ui/FreshnessLine.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import styles from './CourseHeader.module.css';
import { CourseKeep } from './KeepButtons.tsx';
import { texts } from './studyTexts.ts';
import { useIsWide } from './useIsWide.ts';
import type { StudyCourse } from './useStudyCourse.ts';

/** Name of the course, the learner's progress, its bookmark, and the link to the focus view. */
export function CourseHeader({ study, lessonId }: { study: StudyCourse; lessonId: string | null }) {
  const { item, places, completed, isClosed, staleSince } = study;
  const isWide = useIsWide();
  return (
    <header className={styles.header}>
      <div className={styles.names}>
        <h1 className={styles.title} tabIndex={-1}>
          {item.course.name}
        </h1>
        <CourseChips item={item} now={serverNow()} />
        {isWide && staleSince !== null && <FreshnessLine savedAt={staleSince} />}
      </div>
      {places.length > 0 && (
        <div className={styles.progress}>
          <span className={styles.numbers}>{texts.progress(completed.size, places.length)}</span>
          <ProgressLine value={completed.size} max={places.length} label={texts.progressLabel} />
        </div>
      )}
      <div className={styles.actions} data-print="hide">
        <CourseKeep study={study} className={styles.bookmark} />
        <BookmarkButton study={study} />
        {lessonId !== null && !isClosed && (
          <ActionLink
            to={paths.learnning(item.id, { lesson: lessonId })}
            className={styles.action}
            icon={<IconLayoutColumns size={20} stroke={1.75} aria-hidden="true" />}
          >
            {texts.focus}
          </ActionLink>
        )}
      </div>
    </header>
  );
}

function BookmarkButton({ study }: { study: StudyCourse }) {
  const isOn = study.isBookmarked === true;
  const Icon = isOn ? IconBookmarkFilled : IconBookmark;
  return (
    <button
      type="button"
      className={styles.bookmark}
      aria-pressed={isOn}
      aria-label={texts.bookmarkLabel(study.item.course.name)}
      onClick={study.toggleBookmark}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {texts.bookmark}
    </button>
  );
}
