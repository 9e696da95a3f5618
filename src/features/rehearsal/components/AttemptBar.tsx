import { IconDeviceFloppy } from '@tabler/icons-react';
import { ExamBar, SavedMark } from '#shared/exam/ExamBar.tsx';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { formatTimeWithSeconds } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { type Attempt, answeredCount, secondsLeft } from '../attempt.ts';
import { questions } from '../questions.ts';
import { kept } from '../store.ts';
import { practiceTexts as texts } from '../texts.ts';

/** The bar of the running practice: time left, number of answers, and that they are stored. */
export function AttemptBar({ attempt }: { attempt: Attempt }) {
  const { savedAt, isKept } = useObservable(kept);
  return (
    <ExamBar
      secondsLeft={() => secondsLeft(attempt, serverNow())}
      answered={answeredCount(attempt)}
      count={questions.length}
    >
      <SavedMark icon={<IconDeviceFloppy size={20} aria-hidden="true" />} testId="attempt-saved">
        {isKept && savedAt !== null ? texts.saved(formatTimeWithSeconds(savedAt)) : texts.notSaved}
      </SavedMark>
    </ExamBar>
  );
}
