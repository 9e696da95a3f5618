import { type ReactNode, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import type { Player } from '../player.ts';
import { runCommand } from '../playerCommands.ts';
import type { WatchedLesson } from '../progress.ts';
import type { PlayerCommand } from '../shortcuts.ts';
import { texts } from '../texts.ts';
import { useCaptions, usePlayerChoices, useRate } from '../useChoices.ts';
import { useFlash } from '../useFlash.ts';
import { useMediaSession } from '../useMediaSession.ts';
import { usePlayingSession } from '../usePlayingSession.ts';
import { useRecorder } from '../useRecorder.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { useVideoSource, type VideoAddresses } from '../useVideoSource.ts';
import { EndPanel } from './EndPanel.tsx';
import { KeyMap } from './KeyMap.tsx';
import styles from './LecturePlayer.module.css';
import { PlayerToolbar } from './PlayerToolbar.tsx';
import { ProblemCard } from './ProblemCard.tsx';
import { ResumeChoice } from './ResumeChoice.tsx';
import { VideoFrame } from './VideoFrame.tsx';

/** What the player shows and which lessons it leads to. */
export type LecturePlayerProps = {
  player: Player;
  /** Must stay the same object while it is the same lesson. */
  lesson: WatchedLesson;
  video: VideoAddresses;
  /** The second to begin at, and the position of another device to choose instead. */
  startAt: number;
  otherPlace: number | null;
  playsAtOnce: boolean;
  /** Requests fresh addresses. */
  renew: () => Promise<VideoAddresses | null>;
  /** Buttons for 理解度, shown at the end. */
  understanding: ReactNode;
  next: string | null;
  onNext: () => void;
  onPrevious: (() => void) | null;
  /** The learner wants to write a note; returns whether there is a note field. */
  onNote: () => boolean;
};

/** The video of a lesson with everything around it (product.md 2.3.F). */
export function LecturePlayer(props: LecturePlayerProps) {
  const { player, lesson, video, startAt, playsAtOnce, renew, next, onNext, onPrevious } = props;
  const { isAudioOnly } = usePlayerChoices();
  const [isMapOpen, setMapOpen] = useState(false);
  const [flash, showFlash] = useFlash();
  const source = { lessonId: lesson.id, video, startAt, playsAtOnce, isAudioOnly, renew };
  const { video: inUse, problem, retry } = useVideoSource(player, source);
  const { session, rivalry, takeOver, leave } = usePlayingSession(player, lesson.id);
  const markRestart = useRecorder(player, lesson, session);
  useRate(player);
  useCaptions(player, inUse.captions.map(({ url }) => url.split('?', 1)[0]).join(' '));
  useMediaSession(player, {
    title: lesson.name,
    course: lesson.course.name,
    artwork: inUse.poster ?? lesson.course.thumbnail,
    previous: onPrevious,
    next: next === null ? null : onNext,
  });
  useShortcuts((command: PlayerCommand) => {
    if (command === 'map') setMapOpen(true);
    else if (command === 'note') return props.onNote();
    else {
      const word = runCommand(player, command);
      if (word === null) return false;
      showFlash(word);
    }
    return true;
  });
  const again = () => {
    markRestart();
    player.seek(0);
    player.play();
  };
  return (
    <section className={styles.player} aria-label={texts.player(lesson.name)} data-print="hide">
      <VideoFrame player={player} name={lesson.name} video={inUse} flash={flash}>
        {problem === null && <Places {...props} onRestart={again} />}
        {problem !== null && <ProblemCard problem={problem} second={player.time()} onRetry={retry} />}
      </VideoFrame>
      <PlayerToolbar
        player={player}
        offers={{ hasCaptions: inUse.captions.length > 0, hasAudio: inUse.audio_url !== null }}
        onMap={() => setMapOpen(true)}
      />
      {isMapOpen && <KeyMap onClose={() => setMapOpen(false)} />}
      {rivalry && (
        <ConfirmDialog
          title={texts[rivalry]}
          body={texts.elsewhereBody}
          confirm={texts.takeOver}
          onConfirm={takeOver}
          onCancel={leave}
        />
      )}
    </section>
  );
}

/** What lies over a working video: the position of another device, and the end panel. */
function Places(props: LecturePlayerProps & { onRestart: () => void }) {
  const { player, lesson, startAt, otherPlace, onRestart } = props;
  const { isEnded } = useObservable(player.state);
  const [answered, setAnswered] = useState<string | null>(null);
  if (isEnded) {
    return (
      <EndPanel
        understanding={props.understanding}
        next={props.next}
        onNext={props.onNext}
        onAgain={onRestart}
      />
    );
  }
  const question = `${lesson.id} ${otherPlace}`;
  if (otherPlace === null || answered === question) return null;
  return (
    <ResumeChoice
      here={startAt}
      other={otherPlace}
      onOther={() => {
        setAnswered(question);
        player.seek(otherPlace);
        player.play();
      }}
      onHere={() => setAnswered(question)}
    />
  );
}
