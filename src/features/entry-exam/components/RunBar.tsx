import { IconCloudCheck, IconDeviceFloppy } from '@tabler/icons-react';
import type { EntrySitting } from '#contracts/entryExam.ts';
import { ExamBar, SavedMark } from '#shared/exam/ExamBar.tsx';
import type { EntryTestStore, View } from '../entryTestStore.ts';
import { secondsLeft } from '../model.ts';
import { runTexts as texts } from '../texts.ts';
import styles from './Test.module.css';

/** The bar of a running subject: time left, number of answers, and where they are stored. */
export function RunBar({
  store,
  sitting,
  answered,
  sync,
  isLasting,
}: {
  store: EntryTestStore;
  sitting: EntrySitting;
  answered: number;
} & Pick<View, 'sync' | 'isLasting'>) {
  const state = sync !== 'saved' && !isLasting ? 'nowhere' : sync;
  const Icon = state === 'saved' ? IconCloudCheck : IconDeviceFloppy;
  return (
    <>
      <ExamBar
        secondsLeft={() => secondsLeft(sitting, store.now())}
        answered={answered}
        count={sitting.count}
      >
        <SavedMark icon={<Icon size={20} aria-hidden="true" />} testId="entry-saved" state={state}>
          {texts.sync[state]}
        </SavedMark>
      </ExamBar>
      <div role="status" className={styles.live}>
        {state === 'away' && <p className={styles.note}>{texts.away}</p>}
        {state === 'nowhere' && <p className={styles.note}>{texts.nowhere}</p>}
      </div>
    </>
  );
}
