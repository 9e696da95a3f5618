import { useEffect, useState } from 'react';
import { englishBase } from '#shared/lib/exam/attemptCalls.ts';
import { openExamDbIfThere } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { SubjectPlace } from '#shared/lib/exam/startAttempt.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { lastHere, opensAlone, whyUnlisted } from './model.ts';
import { practicePath, useTests } from './useTests.ts';

/** The pages of a test in its room: one address, with the page in its query. */
export function roomPages(id: string, practice: boolean) {
  const exam = paths.englishTest(id);
  const of = (page: string) => `${exam}?view=${page}${practice ? '&practice=1' : ''}`;
  return {
    exam: practice ? practicePath(id) : exam,
    check: of('check'),
    result: of('result'),
    back: paths.english(),
    report: paths.englishAnswer(id),
  };
}

/** What this device has of a test; `undefined` while it is looked through. */
function useAttemptHere(userId: string | null, id: string, practice: boolean): AttemptRow | null | undefined {
  const [found, setFound] = useState<AttemptRow | null>();
  useEffect(() => {
    if (userId === null) return;
    let isWanted = true;
    const look = async () => {
      const db = await openExamDbIfThere(userId);
      const rows = db ? await db.attempts.where('exam').equals(id).toArray() : [];
      return lastHere(rows, practice);
    };
    look().then(
      (row) => isWanted && setFound(row),
      (error: unknown) => {
        console.warn('exam: not read', error);
        if (isWanted) setFound(null);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [userId, id, practice]);
  return found;
}

/**
 * A test for the room in which it is taken; `facts` as in the mock exam. An attempt on this device needs no list.
 * `place` `null`: nothing can be opened, and `why`. `isReceipt`: asked for what was handed in.
 */
export function useEnglishSubject(
  userId: string | null,
  id: string,
  { practice, isReceipt }: { practice: boolean; isReceipt: boolean },
) {
  const tests = useTests();
  const here = useAttemptHere(userId, id, practice);
  const found = tests.data?.results.find((one) => one.id === id);
  // A running test stays known even if the session ends while it runs (exams.md 1 D4).
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  const test = found ?? last;
  const why = whyUnlisted(tests, here === undefined);
  const alone = here && opensAlone(here, isReceipt) ? here : null;
  const facts = test
    ? {
        minutes: test.minutes,
        points: null,
        hasListening: test.sections.some(({ skill }) => skill === 'listening'),
        multiplierPct: test.multiplier_pct,
        isScript: test.script_instead_of_audio,
        from: parseTime(test.next_at),
        until: null,
        packFrom: null,
        isRunning: test.status === 'running',
        canStart: test.status !== 'waiting',
        nameOf: () => test.name,
      }
    : null;
  // The server decides whether practice is open: the real test has to be over.
  const practiceFacts = facts && { ...facts, from: null, isRunning: false, canStart: true };
  const subject = test?.subject ?? alone?.subject;
  const name = test?.name ?? alone?.subjectName ?? '';
  const place: SubjectPlace | null =
    subject === undefined
      ? null
      : {
          ...{ base: englishBase(id), kind: 'english', exam: id, subject },
          ...{ examName: name, subjectName: name, practice },
        };
  return { tests, why, place, facts: practice ? practiceFacts : facts };
}
