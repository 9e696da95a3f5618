import { type ReactNode, useCallback } from 'react';
import { Understanding } from '#features/lesson/components/Understanding.tsx';
import { LecturePlayer } from '#features/watch/components/LecturePlayer.tsx';
import { ProblemCard } from '#features/watch/components/ProblemCard.tsx';
import { isOutage } from '#shared/lib/errors.ts';
import { BuyAgain } from './ClosedNotice.tsx';
import styles from './LessonVideo.module.css';
import type { Stage } from './useStage.ts';

/** The video of the lesson or, in its place, the reason why it cannot be watched. */
export function LessonVideo({ stage, onNote }: { stage: Stage; onNote: () => boolean }) {
  const { study, choice, player, place, watched, lesson, resume, next, previous } = stage;
  const { open } = choice;
  const nextId = next?.lesson.id ?? null;
  const previousId = previous?.lesson.id ?? null;
  const goNext = useCallback(() => nextId && open(nextId, true), [nextId, open]);
  const goPrevious = useCallback(() => previousId && open(previousId, true), [previousId, open]);
  const video = lesson.data?.video;
  if (study.isClosed)
    return <Instead problem="closed" action={<BuyAgain course={study.item.course.id} isOnDark={true} />} />;
  if (!video || !resume) {
    if (lesson.error) {
      return <Instead problem={isOutage(lesson.error) ? 'away' : 'broken'} onRetry={lesson.retry} />;
    }
    return <div className={styles.frame} aria-busy="true" />;
  }
  return (
    <LecturePlayer
      player={player}
      lesson={watched}
      video={video}
      startAt={choice.spot ?? resume.start}
      otherPlace={choice.spot === null ? resume.other : null}
      playsAtOnce={choice.playsAtOnce}
      renew={stage.renew}
      understanding={
        <Understanding
          level={study.marks.get(place.lesson.id)?.level ?? 0}
          onChange={(level) => study.setLevel(place.lesson, level)}
          isOnDark={true}
        />
      }
      next={next?.lesson.name ?? null}
      onNext={goNext}
      onPrevious={previousId === null ? null : goPrevious}
      onNote={onNote}
    />
  );
}

function Instead({
  problem,
  onRetry,
  action,
}: {
  problem: 'closed' | 'away' | 'broken';
  onRetry?: () => void;
  action?: ReactNode;
}) {
  return (
    <div className={styles.frame} data-problem={problem}>
      <ProblemCard problem={problem} onRetry={onRetry} action={action} />
    </div>
  );
}
