import { useEffect, useState } from 'react';
import type { Checkresult } from '#contracts/examAttempt.ts';
import type { AnswersFile } from '#contracts/examContent.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { openAnswers, packOf } from '#shared/lib/exam/openPack.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { getSubjectResult } from './api.ts';

/**
 * Keys, explanations and criteria. `file` `null`: they are not open, on their way, or could not be had; then `error`
 * says why · `retry`: looks again.
 */
export type Answers = { file: AnswersFile | null; error: unknown; retry: () => void };

type Of = Pick<AttemptRow, 'id' | 'base' | 'exam' | 'subject'>;

/** `null`: the pack is not whole any more, or of another version. */
async function answersHere(db: ExamDb, { exam, subject }: Of, key: string): Promise<AnswersFile | null> {
  try {
    const pack = await packOf(db, exam, subject);
    return pack && (await openAnswers(db, pack, key));
  } catch (error) {
    console.warn('exam: answers of the pack', error);
    return null;
  }
}

/**
 * From the pack, which needs no network. A browser that needs room may have deleted it, and nobody can mark without the
 * criteria: the server tells the same.
 *
 * @throws what a call throws.
 */
export async function findAnswers(
  db: ExamDb,
  of: Of,
  key: string,
  signal: AbortSignal,
): Promise<AnswersFile> {
  const here = await answersHere(db, of, key);
  if (here) return here;
  const { answers } = await getSubjectResult(of.base, of.id, signal);
  if (!answers) throw new Error('the answers are not told');
  return answers;
}

/** Practice shows all of them; a real exam only the criteria of what its taker marks. */
export function useAnswers(
  db: ExamDb | null,
  { id, base, exam, subject, practice }: AttemptRow,
  result: Checkresult | null,
): Answers {
  const [found, setFound] = useState<Omit<Answers, 'retry'>>({ file: null, error: null });
  const [nth, setNth] = useState(0);
  const isShown = practice || (result?.pending ?? []).length > 0;
  const key = isShown ? (result?.answers_key ?? null) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nth` is the retry
  useEffect(() => {
    if (!db || key === null) return;
    const stop = new AbortController();
    findAnswers(db, { id, base, exam, subject }, key, stop.signal).then(
      (file) => {
        if (!stop.signal.aborted) setFound({ file, error: null });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        console.warn('exam: answers', error);
        setFound(({ file }) => ({ file, error }));
      },
    );
    return () => stop.abort();
  }, [db, id, base, exam, subject, key, nth]);
  return { ...found, retry: () => setNth((count) => count + 1) };
}
