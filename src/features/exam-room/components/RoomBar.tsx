import {
  IconAlertTriangle,
  IconClock,
  IconCloudCheck,
  IconDeviceFloppy,
  IconSettings,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { RunningAttempt } from '#shared/lib/exam/attempt.ts';
import type { SaveState } from '#shared/lib/exam/attemptView.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { examClock } from '#shared/lib/text/examTime.ts';
import { formatClock, formatClockWords } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { practiceTexts } from '../practice/practiceTexts.ts';
import { roomPreferences } from '../preferences.ts';
import { texts } from '../texts.ts';
import { useSecondsLeft } from '../useRoom.ts';
import styles from './Bar.module.css';
import room from './Room.module.css';

/** How long the hidden clock is shown on request, ms. */
const peekMs = 5000;

/**
 * The bar of a running exam: time left, number of answers, where they are stored. `peek`: shows a hidden clock for a
 * moment.
 */
export function RoomBar({
  attempt,
  save,
  answered,
  count,
  peek,
  onAsk,
  onSettings,
}: {
  attempt: RunningAttempt;
  save: SaveState;
  answered: number;
  count: number;
  peek: number;
  /** The remaining time is to be spoken (`Announcer`). */
  onAsk: () => void;
  onSettings: () => void;
}) {
  return (
    <div className={styles.bar} translate="no">
      {attempt.get().row.practice ? (
        <Chip tone="blue">{practiceTexts.chip}</Chip>
      ) : (
        <Clock attempt={attempt} peek={peek} onAsk={onAsk} />
      )}
      <div className={styles.facts}>
        <span className={styles.count}>
          {attempt.get().row.subjectName} {texts.answered(answered, count)}
        </span>
        <SaveMark save={save} />
      </div>
      <ActionButton
        look="quiet"
        aria-label={texts.menu}
        icon={<IconSettings size={22} aria-hidden="true" />}
        onClick={onSettings}
      >
        {''}
      </ActionButton>
    </div>
  );
}

/**
 * Time left. It can be hidden, but never in the last minute (exams.md 4). The timer is beside the button that lies over
 * it, because what is inside a button is not read; the second button, seen while it has the focus, speaks the time for
 * those who cannot use the key T.
 */
function Clock({ attempt, peek, onAsk }: { attempt: RunningAttempt; peek: number; onAsk: () => void }) {
  const { seconds, isUnsure } = useSecondsLeft(attempt);
  const { hidesTime } = useObservable(roomPreferences);
  const [isPeeking, setPeeking] = useState(false);
  const first = useRef(peek);
  useEffect(() => {
    if (peek === first.current) return;
    setPeeking(true);
    const timer = setTimeout(() => setPeeking(false), peekMs);
    return () => clearTimeout(timer);
  }, [peek]);
  const isShown = !hidesTime || isPeeking || seconds <= 60;
  return (
    <span className={styles.clock} data-late={seconds <= 60 || undefined}>
      <IconClock size={20} aria-hidden="true" />
      <span className={styles.time}>
        <span
          role="timer"
          aria-live="off"
          aria-label={`${texts.time} ${formatClockWords(seconds)}`}
          data-testid="exam-time"
          data-seconds={seconds}
        >
          {isShown ? formatClock(seconds) : '– –'}
        </span>
        <button
          type="button"
          className={styles.clockButton}
          aria-label={isShown ? texts.hideTime : texts.timeHidden}
          onClick={() => {
            roomPreferences.set({ hidesTime: !hidesTime });
            setPeeking(false);
          }}
        />
      </span>
      <button type="button" className={styles.speak} data-testid="exam-speak-time" onClick={onAsk}>
        {texts.speakTime}
      </button>
      {isUnsure && (
        <span className={styles.unsure} title={texts.unsure}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span className="visually-hidden">{texts.unsure}</span>
        </span>
      )}
    </span>
  );
}

function wordsOf(save: SaveState): string {
  if (save.kind === 'saved') return texts.save.saved(examClock(save.at));
  return texts.save[save.kind];
}

/**
 * Where the answers are stored. Green only when the server has all of them; announced only when it gets bad, or good
 * again.
 */
function SaveMark({ save }: { save: SaveState }) {
  const isGood = save.kind === 'saved';
  const isBad = save.kind === 'device' || save.kind === 'refused' || save.kind === 'nowhere';
  const [said, setSaid] = useState('');
  const wasBad = useRef(false);
  useEffect(() => {
    if (isBad && !wasBad.current) setSaid(wordsOf(save));
    if (isGood && wasBad.current) setSaid(texts.saveGood);
    if (isBad) wasBad.current = true;
    if (isGood) wasBad.current = false;
  }, [isBad, isGood, save]);
  const Icon = isGood
    ? IconCloudCheck
    : isBad && save.kind !== 'device'
      ? IconAlertTriangle
      : IconDeviceFloppy;
  return (
    <>
      <span
        className={room.save}
        data-testid="exam-save-state"
        data-state={
          isGood ? 'saved' : save.kind === 'refused' || save.kind === 'nowhere' ? 'refused' : 'device'
        }
        data-bad={isBad || undefined}
      >
        <Icon size={18} aria-hidden="true" />
        {wordsOf(save)}
      </span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
