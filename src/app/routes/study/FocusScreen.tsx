import { IconCalendarEvent, IconChevronLeft } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { FavoriteStar } from '#features/lesson/components/FavoriteStar.tsx';
import { Understanding } from '#features/lesson/components/Understanding.tsx';
import type { LessonPlace } from '#features/lesson/model.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { FreshnessLine } from '#shared/ui/FreshnessLine.tsx';
import { ClosedNotice } from './ClosedNotice.tsx';
import { FocusMaterials, type FocusTab } from './FocusMaterials.tsx';
import styles from './FocusScreen.module.css';
import { FocusSkeleton } from './FocusSkeleton.tsx';
import { LessonSync } from './LessonSync.tsx';
import { LessonVideo } from './LessonVideo.tsx';
import { NoteMaterial, TextMaterial } from './Materials.tsx';
import { PlanSheet } from './PlanSheet.tsx';
import { ReadingEnd } from './ReadingEnd.tsx';
import { Split } from './Split.tsx';
import { texts } from './studyTexts.ts';
import { useIsWide } from './useIsWide.ts';
import { useLessonChoice } from './useLessonChoice.ts';
import { usePlaybackPreference } from './usePlaybackPreference.ts';
import { type Stage, usePlayer, useStage } from './useStage.ts';
import { useStudyCourse } from './useStudyCourse.ts';

/** The focus view of `/mypage/learnning/{id}` (product.md 2.3.F). */
export function FocusScreen({ item, staleSince }: { item: Inventory; staleSince: number | null }) {
  const study = useStudyCourse(item, staleSince);
  const player = usePlayer();
  const choice = useLessonChoice(study, player);
  usePlaybackPreference();
  const place = study.places.find(({ lesson }) => lesson.id === choice.lessonId);
  if (choice.lessonId === undefined) return <FocusSkeleton />;
  if (!place) {
    return (
      <EmptyState picture="books" title={texts.noLessonsTitle}>
        {texts.noLessons}
      </EmptyState>
    );
  }
  return <Focus study={study} choice={choice} player={player} place={place} />;
}

function Focus(props: Pick<Stage, 'study' | 'choice' | 'player' | 'place'>) {
  const stage = useStage(props.study, props.choice, props.player, props.place);
  const { choice, player } = stage;
  const isWide = useIsWide();
  const title = useRef<HTMLHeadingElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const [tab, setTab] = useState<FocusTab>('textbook');
  const [isPlanOpen, setPlanOpen] = useState(false);
  const go = ({ lesson }: LessonPlace) => {
    setPlanOpen(false);
    choice.open(lesson.id, player.state.get().isPlaying);
    requestAnimationFrame(() => title.current?.focus({ preventScroll: true }));
  };
  const note = () => {
    if (!isWide) setTab('notes');
    requestAnimationFrame(() => composer.current?.focus());
    return true;
  };
  return (
    <div className={styles.page}>
      {stage.study.staleSince !== null && <FreshnessLine savedAt={stage.study.staleSince} />}
      <FocusBar stage={stage} title={title} onPlan={() => setPlanOpen(true)} />
      <Split
        left={
          <div className={styles.left}>
            <Main stage={stage} onNote={note} />
            {isWide && <NoteMaterial stage={stage} composer={composer} />}
          </div>
        }
        right={
          <FocusMaterials stage={stage} tab={tab} onTab={setTab} withNotes={!isWide} composer={composer} />
        }
      />
      {isPlanOpen && <PlanSheet stage={stage} onGo={go} onClose={() => setPlanOpen(false)} />}
    </div>
  );
}

/** The lesson itself: its video or its text, and the question how well it was understood. */
function Main({ stage, onNote }: { stage: Stage; onNote: () => boolean }) {
  const { study, place } = stage;
  const { lesson } = place;
  return (
    <>
      {lesson.has_video ? (
        <div className={styles.stage} data-study-stage="">
          <LessonVideo stage={stage} onNote={onNote} />
        </div>
      ) : (
        <Reading stage={stage} />
      )}
      <div className={styles.understanding}>
        <p className={styles.question} aria-hidden="true">
          {texts.understandingLead}
        </p>
        <Understanding
          level={study.marks.get(lesson.id)?.level ?? 0}
          onChange={(level) => study.setLevel(lesson, level)}
        />
        <LessonSync lessonId={lesson.id} />
      </div>
    </>
  );
}

function Reading({ stage }: { stage: Stage }) {
  if (stage.study.isClosed) return <ClosedNotice course={stage.study.item.course.id} />;
  return (
    <div className={styles.reading}>
      <TextMaterial stage={stage} />
      <ReadingEnd stage={stage} />
    </div>
  );
}

function FocusBar({
  stage,
  title,
  onPlan,
}: {
  stage: Stage;
  title: Ref<HTMLHeadingElement>;
  onPlan: () => void;
}) {
  const { study, place } = stage;
  const { lesson } = place;
  return (
    <header className={styles.bar} data-print="hide">
      <ActionLink
        to={paths.lecture(study.item.id, { lesson: lesson.id })}
        className={styles.back}
        aria-label={texts.leaveFocus}
        icon={<IconChevronLeft size={22} aria-hidden="true" />}
      >
        {texts.leaveFocusShort}
      </ActionLink>
      <div className={styles.names}>
        <p className={styles.course}>{study.item.course.name}</p>
        <h1 ref={title} className={styles.title} tabIndex={-1}>
          {lesson.name}
        </h1>
      </div>
      <FavoriteStar
        name={lesson.name}
        isOn={study.marks.get(lesson.id)?.isFavorite === true}
        onChange={(isOn) => study.setFavorite(lesson, isOn)}
      />
      <ActionButton
        className={styles.plan}
        aria-haspopup="dialog"
        aria-label={texts.plan}
        onClick={onPlan}
        icon={<IconCalendarEvent size={20} stroke={1.75} aria-hidden="true" />}
      >
        {texts.plan}
      </ActionButton>
      <p className="visually-hidden" aria-live="polite">
        {texts.opened(lesson.name)}
      </p>
    </header>
  );
}
