import { useEffect, useState } from 'react';
import type { Checkresult } from '#contracts/examAttempt.ts';
import { isVoid } from '#shared/lib/exam/attemptView.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { getCheckresult } from './api.ts';

/**
 * What is known of the marks of a subject. `result` `null`: nothing yet · `error`: why the last question for it failed,
 * `null`: it did not · `retry`: asks again · `onMarked`: an own answer was marked by its taker.
 */
export type Marked = {
  result: Checkresult | null;
  error: unknown;
  retry: () => void;
  onMarked: (result: Checkresult) => void;
};

/**
 * The marks of a subject: from the answer to the hand-in, and asked for again when the page is opened. Asked once, and
 * again by hand, never polled.
 */
export function useCheckresult(row: AttemptRow): Marked {
  const [asked, setAsked] = useState<Checkresult | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [nth, setNth] = useState(0);
  // A test has several rounds, and this device may not know the last one: its marks are those of its own attempt.
  const { id, base, subject } = row;
  const isDone = row.receipt !== null && !isVoid(row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nth` is the retry
  useEffect(() => {
    if (!isDone) return;
    const stop = new AbortController();
    getCheckresult(base, { subject, attempt: id }, stop.signal).then(
      (found) => {
        setAsked(found);
        setError(null);
      },
      (failure: unknown) => {
        if (stop.signal.aborted) return;
        console.warn('exam: marks', failure);
        setError(failure);
      },
    );
    return () => stop.abort();
  }, [isDone, base, subject, id, nth]);
  return {
    result: asked ?? row.receipt?.checkresult ?? null,
    error,
    retry: () => setNth((count) => count + 1),
    onMarked: setAsked,
  };
}
