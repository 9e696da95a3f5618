import { IconClock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatClock, formatClockWords } from '#shared/lib/text/format.ts';
import styles from './Exam.module.css';
import { texts } from './texts.ts';

/** Remaining minutes at which the time is announced (product.md 2.3.L `exam`). */
const warnings = [1, 5];

/** Reads the value again twice a second, so that the display follows the clock. */
function useNow<T>(read: () => T): T {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, []);
  return read();
}

/** The bar of a running exam: remaining time, number of answers, and in `children` the save state (`SavedMark`). */
export function ExamBar({
  secondsLeft,
  answered,
  count,
  children,
}: {
  secondsLeft: () => number;
  answered: number;
  count: number;
  children: ReactNode;
}) {
  const seconds = useNow(secondsLeft);
  const warning = warnings.find((minutes) => seconds <= minutes * 60);
  return (
    <div className={styles.bar}>
      <span className={styles.timer} data-late={seconds <= 60 || undefined}>
        <IconClock size={20} aria-hidden="true" />
        <span className={styles.label}>{texts.timer}</span>
        <span role="timer" aria-label={`${texts.timer} ${formatClockWords(seconds)}`}>
          {formatClock(seconds)}
        </span>
      </span>
      <span>{texts.answered(answered, count)}</span>
      {children}
      <p className="visually-hidden" role="status">
        {warning ? texts.timerWords(warning) : ''}
      </p>
    </div>
  );
}

/** The save state of the answers, with its icon. */
export function SavedMark({
  icon,
  testId,
  state,
  children,
}: {
  icon: ReactNode;
  testId: string;
  state?: string;
  children: ReactNode;
}) {
  return (
    <span className={styles.saved} data-testid={testId} data-state={state}>
      {icon}
      {children}
    </span>
  );
}
