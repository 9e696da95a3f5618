import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Inventory } from '#contracts/inventory.ts';
import { DownloadAnnouncer } from '#features/download/components/LessonDownload.tsx';
import { Contents } from '#features/lesson/components/Contents.tsx';
import type { LessonPlace } from '#features/lesson/model.ts';
import { texts as lessonTexts } from '#features/lesson/texts.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { CourseHeader } from './CourseHeader.tsx';
import { ChapterKeep, LessonKeep } from './KeepButtons.tsx';
import styles from './LectureScreen.module.css';
import { LectureSkeleton } from './LectureSkeleton.tsx';
import { LessonHeading } from './LessonHeading.tsx';
import { LessonSteps, StudyDock } from './LessonSteps.tsx';
import { LessonTabs, type MaterialName } from './LessonTabs.tsx';
import { LessonVideo } from './LessonVideo.tsx';
import { texts } from './studyTexts.ts';
import { useLessonChoice } from './useLessonChoice.ts';
import { usePlaybackPreference } from './usePlaybackPreference.ts';
import { type Stage, usePlayer, useStage } from './useStage.ts';
import { type StudyCourse, useStudyCourse } from './useStudyCourse.ts';

/** The course view with player of `/mypage/lecture/{id}` (product.md 2.3.F). */
export function LectureScreen({ item, staleSince }: { item: Inventory; staleSince: number | null }) {
  const study = useStudyCourse(item, staleSince);
  const player = usePlayer();
  const choice = useLessonChoice(study, player);
  usePlaybackPreference();
  const place = study.places.find(({ lesson }) => lesson.id === choice.lessonId);
  if (choice.lessonId === undefined) return <LectureSkeleton />;
  if (!place) return <NoLessons study={study} />;
  return <Lecture study={study} choice={choice} player={player} place={place} />;
}

function NoLessons({ study }: { study: StudyCourse }) {
  return (
    <div className={styles.none}>
      <CourseHeader study={study} lessonId={null} />
      <EmptyState picture="books" title={texts.noLessonsTitle}>
        {texts.noLessons}
      </EmptyState>
    </div>
  );
}

function Lecture(props: Pick<Stage, 'study' | 'choice' | 'player' | 'place'>) {
  const stage = useStage(props.study, props.choice, props.player, props.place);
  const { study, choice, player, place } = stage;
  const heading = useRef<HTMLHeadingElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const [isContentsOpen, setContentsOpen] = useState(false);
  const isForNotes = useLocation().hash === '#notes';
  const [tab, setTab] = useState<MaterialName>(isForNotes ? 'notes' : 'text');

  const focusLesson = () => requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }));
  const go = ({ lesson }: LessonPlace) => {
    choice.open(lesson.id, player.state.get().isPlaying);
    focusLesson();
  };
  const note = () => {
    setTab('notes');
    requestAnimationFrame(() => composer.current?.focus());
    return true;
  };
  const contents = (onChoose?: () => void) => (
    <Contents
      course={study.item.course}
      marks={study.marks}
      currentId={place.lesson.id}
      hrefOf={(lesson) => paths.lecture(study.item.id, { lesson })}
      onChoose={(lessonId) => {
        choice.willOpen(lessonId);
        onChoose?.();
      }}
      onFavorite={study.setFavorite}
      renderChapter={(chapter) => <ChapterKeep study={study} chapter={chapter} />}
    />
  );
  return (
    <div className={styles.page}>
      <CourseHeader study={study} lessonId={place.lesson.id} />
      <nav className={styles.contents} aria-label={texts.contents} data-print="hide">
        <h2 className={styles.contentsTitle}>{lessonTexts.contents}</h2>
        <div className={styles.scroller}>{contents()}</div>
      </nav>
      <div className={styles.main}>
        {place.lesson.has_video && (
          <div className={styles.stage} data-study-stage="">
            <LessonVideo stage={stage} onNote={note} />
          </div>
        )}
        <LessonHeading stage={stage} heading={heading} />
        <LessonKeep stage={stage} />
        <LessonTabs stage={stage} tab={tab} onTab={setTab} composer={composer} />
        <LessonSteps stage={stage} onGo={go} />
      </div>
      <DownloadAnnouncer course={study.item.course.id} />
      <StudyDock stage={stage} onGo={go} onContents={() => setContentsOpen(true)} />
      {isContentsOpen && (
        <Sheet title={texts.contents} side="left" onClose={() => setContentsOpen(false)}>
          {contents(() => {
            setContentsOpen(false);
            focusLesson();
          })}
        </Sheet>
      )}
    </div>
  );
}
