import { IconClock, IconDeviceFloppy } from '@tabler/icons-react';
import { formatClock, formatClockWords } from '#shared/lib/format.ts';
import { useObservable } from '#shared/lib/useObservable.ts';
import { type Attempt, answeredCount } from '../attempt.ts';
import { questions } from '../questions.ts';
import { kept } from '../store.ts';
import { practiceTexts as texts } from '../texts.ts';
import { useSecondsLeft } from '../useAttempt.ts';
import styles from './Practice.module.css';

/** Minutes at which the time left is read out (product.md 2.2 L `exam`). */
const warnings = [1, 5];

const withSeconds = new Intl.DateTimeFormat('ja-JP', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The bar of a running exam: time left, answers, and that they are kept. */
export function AttemptBar({ attempt }: { attempt: Attempt }) {
  const { savedAt, isKept } = useObservable(kept);
  const seconds = useSecondsLeft(attempt);
  const warning = warnings.find((minutes) => seconds <= minutes * 60);
  return (
    <div className={styles.bar}>
      <span className={styles.timer} data-late={seconds <= 60 || undefined}>
        <IconClock size={20} aria-hidden="true" />
        <span className={styles.small}>{texts.timer}</span>
        <span role="timer" aria-label={`${texts.timer} ${formatClockWords(seconds)}`}>
          {formatClock(seconds)}
        </span>
      </span>
      <span>{texts.answered(answeredCount(attempt), questions.length)}</span>
      <span className={styles.saved} data-testid="attempt-saved">
        <IconDeviceFloppy size={20} aria-hidden="true" />
        {isKept && savedAt !== null ? texts.saved(withSeconds.format(savedAt)) : texts.notSaved}
      </span>
      <p className="visually-hidden" role="status">
        {warning ? texts.timerWords(warning) : ''}
      </p>
    </div>
  );
}
