import { type Ref, useSyncExternalStore } from 'react';
import { LessonText } from '#features/lesson/components/LessonText.tsx';
import type { NoteClock } from '#features/note/components/NoteComposer.tsx';
import { NotePanel } from '#features/note/components/NotePanel.tsx';
import { BoardPanel } from '#features/whiteboard/components/BoardPanel.tsx';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton, TextSkeleton } from '#shared/ui/Skeleton.tsx';
import styles from './Materials.module.css';
import { useNotePause } from './useNotePause.ts';
import type { Stage } from './useStage.ts';

/** pdf.js is large, so it is loaded when the textbook is opened. */
const loadTextbook = loadAgain(() => import('./Textbook.tsx'));

function useSecond({ player }: Stage): number {
  return useSyncExternalStore(player.second.subscribe, player.second.get);
}

/** The text of the lesson. */
export function TextMaterial({ stage }: { stage: Stage }) {
  return (
    <MirrorView key={stage.place.lesson.id} mirror={stage.lesson} shape={<TextSkeleton lines={8} />}>
      {(lesson) => <LessonText lesson={lesson} />}
    </MirrorView>
  );
}

/** The boards, synchronised with the video. */
export function BoardMaterial({ stage }: { stage: Stage }) {
  const { player, place, boards, lesson } = stage;
  const second = useSecond(stage);
  return (
    <MirrorView key={place.lesson.id} mirror={lesson} shape={<Skeleton height="16rem" radius="0.75rem" />}>
      {() => (
        <BoardPanel boards={boards} second={place.lesson.has_video ? second : null} onJump={player.seek} />
      )}
    </MirrorView>
  );
}

/** The textbook at the page of the lesson. */
export function TextbookMaterial({ stage }: { stage: Stage }) {
  return (
    <LatePart load={loadTextbook} waiting={<TextSkeleton lines={9} />}>
      {({ Textbook }) => <Textbook stage={stage} />}
    </LatePart>
  );
}

/** The notes of the lesson; they stay readable when access has ended. */
export function NoteMaterial({ stage, composer }: { stage: Stage; composer?: Ref<HTMLTextAreaElement> }) {
  const { study, player, place, watched, notes } = stage;
  const second = useSecond(stage);
  const onWriting = useNotePause(player);
  const isPlayable = place.lesson.has_video && !study.isClosed;
  const clock: NoteClock | null = isPlayable ? { second, time: player.time, onWriting } : null;
  return (
    <div className={styles.notes}>
      <NotePanel
        notes={notes}
        lesson={{ id: watched.id, name: watched.name, course: watched.course.id }}
        clock={clock}
        onJump={isPlayable ? player.seek : null}
        canWrite={!study.isClosed}
        composer={composer}
      />
    </div>
  );
}

/** The number of boards or notes, beside the name of their tab. */
export function Counted({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  );
}
