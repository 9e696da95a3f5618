import { IconClock, IconCloudCheck, IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { EntrySitting } from '#contracts/entryExam.ts';
import { formatClock, formatClockWords } from '#shared/lib/format.ts';
import { serverNow } from '#shared/lib/serverTime.ts';
import type { View } from '../entryTest.ts';
import { secondsLeft } from '../model.ts';
import { runTexts as texts } from '../texts.ts';
import styles from './Test.module.css';

/** Minutes at which the time left is read out (product.md 2.2 L `exam`). */
const warnings = [1, 5];

/** Seconds that are left, counted down on the screen by the server's clock. */
function useSecondsLeft(sitting: EntrySitting): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft(sitting, serverNow());
}

/** The bar of a running subject: time left, answers, and where they are kept. */
export function RunBar({
  sitting,
  answered,
  sync,
  isLasting,
}: {
  sitting: EntrySitting;
  answered: number;
} & Pick<View, 'sync' | 'isLasting'>) {
  const seconds = useSecondsLeft(sitting);
  const warning = warnings.find((minutes) => seconds <= minutes * 60);
  const state = sync !== 'saved' && !isLasting ? 'nowhere' : sync;
  const Icon = state === 'saved' ? IconCloudCheck : IconDeviceFloppy;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.timer} data-late={seconds <= 60 || undefined}>
          <IconClock size={20} aria-hidden="true" />
          <span role="timer" aria-label={`${texts.timer} ${formatClockWords(seconds)}`}>
            {formatClock(seconds)}
          </span>
        </span>
        <span>{texts.answered(answered, sitting.count)}</span>
        <span className={styles.saved} data-testid="entry-saved" data-state={state}>
          <Icon size={20} aria-hidden="true" />
          {texts.sync[state]}
        </span>
        <p className="visually-hidden" role="status">
          {warning ? texts.timerWords(warning) : ''}
        </p>
      </div>
      <div role="status" className={styles.live}>
        {state === 'away' && <p className={styles.note}>{texts.away}</p>}
        {state === 'nowhere' && <p className={styles.note}>{texts.nowhere}</p>}
      </div>
    </>
  );
}
