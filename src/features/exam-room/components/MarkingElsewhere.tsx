import { useEffect, useState } from 'react';
import type { Checkresult } from '#contracts/examAttempt.ts';
import type { SubjectResult } from '#contracts/examResult.ts';
import { ErrorLine } from '#shared/ui/ErrorLine.tsx';
import { getCheckresult, getSubjectResult } from '../api.ts';
import { SelfMarking } from './SelfMarking.tsx';

type Attempt = { base: string; subject: string; id: string };
/** The marks of the subject, and its questions with the taker's answers. */
type Found = { result: Checkresult; told: SubjectResult };

/** `null`: nothing of it is marked by the taker. */
async function look({ base, subject, id }: Attempt, signal: AbortSignal): Promise<Found | null> {
  const result = await getCheckresult(base, { subject, attempt: id }, signal);
  if (result.pending.length === 0) return null;
  const told = await getSubjectResult(base, id, signal);
  if (result.answers_key !== null && told.answers === null) throw new Error('the criteria are not told');
  return { result, told };
}

/**
 * Self-marking of a subject that this device has no attempt of, because it was taken on another one or the learner has
 * logged out since: the server has answers, names and criteria. Without it the subject would never get its score.
 */
export function MarkingElsewhere({ base, subject, id }: Attempt) {
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [nth, setNth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nth` is the retry
  useEffect(() => {
    const stop = new AbortController();
    look({ base, subject, id }, stop.signal).then(
      (next) => {
        setFound(next);
        setError(null);
      },
      (failure: unknown) => {
        if (stop.signal.aborted) return;
        console.warn('exam: marks of another device', failure);
        setError(failure);
      },
    );
    return () => stop.abort();
  }, [base, subject, id, nth]);
  const retry = () => setNth((count) => count + 1);
  if (error !== null) return <ErrorLine error={error} onRetry={retry} />;
  if (!found) return null;
  const { result, told } = found;
  const nameOf = (question: string) => {
    const asked = told.questions.find((one) => one.id === question);
    return asked ? `${asked.section} ${asked.label}`.trim() : null;
  };
  return (
    <SelfMarking
      of={{ base, id, token: null }}
      nameOf={nameOf}
      answers={{ file: told.answers, error: null, retry }}
      result={result}
      onMarked={(next) => setFound({ told, result: next })}
    />
  );
}
